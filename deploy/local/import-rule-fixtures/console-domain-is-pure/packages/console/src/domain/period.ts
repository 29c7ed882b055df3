// Breaks the rule on purpose.

import { now } from '../api/clock.ts';

export const later = now;
