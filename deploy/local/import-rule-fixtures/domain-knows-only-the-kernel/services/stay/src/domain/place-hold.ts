// Breaks the law on purpose.

import { randomUUID } from 'node:crypto';

export const placeHold = () => randomUUID();
