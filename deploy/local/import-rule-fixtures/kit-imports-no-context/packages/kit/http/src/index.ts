// Breaks the rule on purpose.

import { problems } from '../../../contracts/wire/src/index.ts';

export const table = problems;
