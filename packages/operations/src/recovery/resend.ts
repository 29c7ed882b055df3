import { wakeRelays } from '@lodging/kit-messaging';
import { namedStatement } from '@lodging/kit-postgres';
import type { Database } from '@lodging/kit-postgres';

/** Limits of one call: a statement changes `batch` events, and no statement starts after `ms`. */
const LIMITS = { batch: 1_000, ms: 2_500 };

/** Events that were published after the first call are excluded: new events, and events that were just resent. */
const unpublish = namedStatement<{ since: string; until: string; position: string; batch: number }>(
  'outbox_resend',
  `
  UPDATE outbox SET published_at = NULL, stream_incarnation = NULL, stream_sequence = NULL, locked_until = NULL,
    resent = resent + 1
  WHERE position IN (
    SELECT position FROM outbox
    WHERE position > $position::bigint AND published_at >= $since::timestamptz AND published_at <= $until::timestamptz
    ORDER BY position LIMIT $batch::int)
  RETURNING position::text`,
);

export interface Resent {
  readonly resent: number;
  /** Cursor of the next call; null at the end. */
  readonly next: string | null;
}

interface ResendRequest {
  readonly since: Temporal.Instant;
  readonly after: string | null;
}

/** Recognizes the cursors of this operation. */
const CURSOR = /^resend (?<position>\d+) until (?<until>.+)$/;
export const isResendCursor = (after: string): boolean => CURSOR.test(after);

/**
 * Resends events that were published since then: a consumer with a restored database acknowledged them and lost their effect.
 * Other consumers skip them by their inbox marks. Events missing from the publisher's outbox are not resent; their state no
 * longer exists.
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
    const statement = unpublish({ since: since.toString(), until, position, batch });
    const rows = await db.acrossTenants((tx) => tx.query<{ position: string }>(statement));
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
