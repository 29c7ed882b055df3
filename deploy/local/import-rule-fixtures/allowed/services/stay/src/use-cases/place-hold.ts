// Keeps the rules.

import { placeHold } from '../domain/place-hold.ts';
import type { HoldRepository } from '../ports/holds.ts';

export const placeHoldUseCase = (store: HoldRepository) => store.save(placeHold());
