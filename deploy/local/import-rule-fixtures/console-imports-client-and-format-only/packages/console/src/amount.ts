// Breaks the rule on purpose.

import { money } from '../../kernel/src/index.ts';

export const amount = money;
