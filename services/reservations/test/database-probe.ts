import { useServers } from '@lodging/kit-testing';
import pg from 'pg';

export type DatabaseProbe = ReturnType<typeof openDatabaseProbe>;

/** Reads and edits rows as the server's administrator, whom row level security does not restrict. */
export function openDatabaseProbe(databaseUrl: string) {
  const url = new URL(useServers().postgresAdminUrl);
  url.pathname = new URL(databaseUrl).pathname;
  const pool = new pg.Pool({ connectionString: url.href, options: '-c search_path=reservations', max: 2 });
  // A connection outlives the end of the pool for a short time. If the database is dropped meanwhile, the pool emits its error.
  pool.on('error', () => undefined);
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
    /** Moves the reservation's times into the past. */
    async ageReservation(reservationId: string, minutes: number): Promise<void> {
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
