// Breaks the rule on purpose.

import pg from 'pg';

export const rpc = [pg];
