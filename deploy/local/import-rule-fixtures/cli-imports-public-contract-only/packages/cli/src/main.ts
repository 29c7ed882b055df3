// Breaks the rule on purpose.

import { subject } from '../../contracts/wire/src/index.ts';

export const requested = subject;
