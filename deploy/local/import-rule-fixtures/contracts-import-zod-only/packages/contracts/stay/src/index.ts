// Breaks the rule on purpose.

import { connectBus } from '../../../kit/messaging/src/index.ts';

export const bus = connectBus;
