// Breaks the rule on purpose.

import { now } from '../../../../packages/console/src/api/clock.ts';

export const later = now;
