// Keeps the rules.

import { rpc } from './inbound/rpc.ts';
import { createHoldRepository } from './outbound/hold-repository.ts';

export const app = [rpc, createHoldRepository];
