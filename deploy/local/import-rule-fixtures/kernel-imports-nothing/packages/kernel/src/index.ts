// Breaks the rule on purpose.

import { hrtime } from 'node:process';

export const now = () => hrtime();
