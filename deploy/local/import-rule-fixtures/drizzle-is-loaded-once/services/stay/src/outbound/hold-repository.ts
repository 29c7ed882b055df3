// Breaks the rule on purpose.

import { sql } from 'drizzle-orm';

export const statement = sql`SELECT 1`;
