// Breaks the rule on purpose.

import { now } from '../run/clock.ts';

export const later = now;
