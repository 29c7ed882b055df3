// Lawful.

import { rpc } from './inbound/rpc.ts';
import { holdStore } from './outbound/hold-store.ts';

export const app = [rpc, holdStore];
