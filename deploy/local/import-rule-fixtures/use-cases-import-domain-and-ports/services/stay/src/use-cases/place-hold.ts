// Breaks the rule on purpose.

import type { HoldStore } from '../outbound/hold-store.ts';

export const placeHold = (store: HoldStore) => store;
