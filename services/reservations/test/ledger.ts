import { useServers } from '@lodging/kit-testing';
import pg from 'pg';
import { schema } from '../src/migrations.ts';

/** As the server's administrator: row level security does not stand in the way of a test's questions. */
export function openLedger(databaseUrl: string) {
  const url = new URL(useServers().postgresAdminUrl);
  url.pathname = new URL(databaseUrl).pathname;
  const pool = new pg.Pool({ connectionString: url.href, options: `-c search_path=${schema}`, max: 2 });
  // The end of the pool does not wait for the server's side of it, which may still say that the database is dropped.
  pool.on('connect', (client) => client.on('error', () => undefined));
  const sql = async <R extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<R[]> =>
    (await pool.query<R>(text, values)).rows;

  return {
    sql,
    async eventsOf(reservationId: string): Promise<string[]> {
      const text = 'SELECT type FROM outbox WHERE aggregate_id = $1 ORDER BY position';
      const rows = await sql<{ type: string }>(text, [reservationId]);
      return rows.map(({ type }) => type.split('.').at(-1) ?? '');
    },
    async stateOf(reservationId: string): Promise<string | undefined> {
      const rows = await sql<{ state: string }>('SELECT state FROM reservations WHERE id = $1', [
        reservationId,
      ]);
      return rows[0]?.state;
    },
    rowsOfKey: (key: string) =>
      sql<{ id: string; state: string }>('SELECT id, state FROM reservations WHERE idempotency_key = $1', [
        key,
      ]),
    /** As if the reservation had been opened that much earlier. */
    async letTimePass(reservationId: string, minutes: number): Promise<void> {
      const earlier = ['created_at', 'hold_expires_at', 'attempt_until']
        .map((column) => `${column} = ${column} - make_interval(mins => $2)`)
        .join(', ');
      await sql(`UPDATE reservations SET ${earlier} WHERE id = $1`, [reservationId, minutes]);
      await sql(
        'UPDATE guest_codes SET expires_at = expires_at - make_interval(mins => $2) WHERE reservation_id = $1',
        [reservationId, minutes],
      );
    },
    close: () => pool.end(),
  };
}
