// Breaks the law on purpose.

import { money } from '../../kernel/src/index.ts';

export const amount = money;
