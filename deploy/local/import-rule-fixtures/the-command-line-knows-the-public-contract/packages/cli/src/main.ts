// Breaks the law on purpose.

import { subject } from '../../contracts/wire/src/index.ts';

export const asked = subject;
