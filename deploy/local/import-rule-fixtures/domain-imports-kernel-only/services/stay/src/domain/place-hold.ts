// Breaks the rule on purpose.

import { randomUUID } from 'node:crypto';

export const placeHold = () => randomUUID();
