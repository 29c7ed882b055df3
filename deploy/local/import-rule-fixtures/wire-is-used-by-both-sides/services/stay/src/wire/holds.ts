// Breaks the rule on purpose.

import { holdStore } from '../outbound/hold-store.ts';

export const holdToWire = () => holdStore;
