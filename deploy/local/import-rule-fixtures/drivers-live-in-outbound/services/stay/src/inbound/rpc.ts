// Breaks the law on purpose.

import pg from 'pg';

export const rpc = [pg];
