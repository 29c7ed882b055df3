import type { Query } from './read-database.ts';

/** Since the server was started: a crash forgets those before it. */
export async function countDeadlocks(query: Query): Promise<number> {
  const [row] = await query<{ deadlocks: number }>(
    'SELECT deadlocks::int FROM pg_stat_database WHERE datname = current_database()',
  );
  return row?.deadlocks ?? 0;
}
