import type { Database } from '@lodging/kit-postgres';
import { wakeRelays } from '../outbox/relay-wakes.ts';

/** How much one call does at most: a statement changes `batch` events, and none begins after `ms`. */
const LIMITS = { batch: 1_000, ms: 2_500 };

/** What is published after the first call is not sent again: neither new events nor those that were just sent once more. */
const UNPUBLISH = `
  UPDATE outbox SET published_at = NULL, stream_incarnation = NULL, stream_sequence = NULL, locked_until = NULL,
    resent = resent + 1
  WHERE position IN (
    SELECT position FROM outbox
    WHERE position > $3::bigint AND published_at >= $1::timestamptz AND published_at <= $2::timestamptz
    ORDER BY position LIMIT $4::int)
  RETURNING position::text`;

export interface Resent {
  readonly resent: number;
  /** Where the next call continues; null when nothing is left. */
  readonly next: string | null;
}

interface ResendRequest {
  readonly since: Temporal.Instant;
  readonly after: string | null;
}

/** Other positions than those that it has given are not its own. */
const CURSOR = /^resend (?<position>\d+) until (?<until>.+)$/;
export const isResendCursor = (after: string): boolean => CURSOR.test(after);

/**
 * Sends once more what was published since: a consumer whose database was set back has acknowledged it and lost its effect.
 * Others know it by their inbox marks. What the publisher itself has lost is not sent: nobody stands for it any more.
 */
export async function resendSome(
  db: Database,
  { since, after }: ResendRequest,
  { batch, ms } = LIMITS,
): Promise<Resent> {
  const begun = performance.now();
  const cursor = CURSOR.exec(after ?? '')?.groups;
  const until = cursor?.['until'] ?? (await nowOf(db));
  let position = cursor?.['position'] ?? '0';
  let resent = 0;
  let isWhole = false;
  do {
    const values = [since.toString(), until, position, batch];
    const rows = await db.acrossTenants((tx) =>
      tx.query<{ position: string }>({ name: 'outbox_resend', text: UNPUBLISH, values }),
    );
    for (const row of rows) if (BigInt(row.position) > BigInt(position)) position = row.position;
    resent += rows.length;
    isWhole = rows.length < batch;
  } while (!isWhole && performance.now() - begun < ms);
  if (resent > 0) wakeRelays();
  return { resent, next: isWhole ? null : `resend ${position} until ${until}` };
}

async function nowOf(db: Database): Promise<string> {
  const [row] = await db.acrossTenants((tx) => tx.query<{ now: string }>('SELECT now()::text AS now'));
  if (row === undefined) throw new Error('SELECT now() returned no row');
  return row.now;
}
