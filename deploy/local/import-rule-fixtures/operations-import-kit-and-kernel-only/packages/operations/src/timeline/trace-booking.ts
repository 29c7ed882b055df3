// Breaks the rule on purpose.

import { traceEntry } from '../../../contracts/wire/src/index.ts';

export const entry = traceEntry;
