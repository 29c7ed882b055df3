// Breaks the rule on purpose.

import { pool } from '../../../packages/kit/postgres/src/pool.ts';

export const app = pool;
