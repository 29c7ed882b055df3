// Breaks the rule on purpose.

import { rpc } from '../inbound/rpc.ts';

export const holdStore = [rpc];
