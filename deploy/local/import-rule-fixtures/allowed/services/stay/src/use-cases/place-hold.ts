// Lawful.

import { placeHold } from '../domain/place-hold.ts';
import type { HoldStore } from './ports.ts';

export const placeHoldUseCase = (store: HoldStore) => store.save(placeHold());
