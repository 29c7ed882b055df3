// Keeps the rules.

import { serve } from '../../../../packages/kit/messaging/src/index.ts';
import { placeHoldUseCase } from '../use-cases/place-hold.ts';
import { holdToWire } from '../wire/holds.ts';

export const rpc = [serve, placeHoldUseCase, holdToWire];
