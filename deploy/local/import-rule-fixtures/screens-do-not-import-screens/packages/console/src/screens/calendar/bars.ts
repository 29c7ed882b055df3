// Breaks the rule on purpose.

import { rows } from '../today/rows.ts';

export const bars = rows;
