// Keeps the rules.

import { placeHold } from '../domain/place-hold.ts';

export const holdToWire = () => String(placeHold());
