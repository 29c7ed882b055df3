import { ensureStream } from '../streams.ts';
import type { Bus } from '../bus.ts';
import type { StreamState } from '../stream-declaration.ts';
import type { Database } from '@lodging/kit-postgres';

const AT_ONCE = 1000;

export interface RepairOptions {
  readonly db: Database;
  readonly bus: Bus;
  readonly stream: string;
  readonly subjects: readonly string[];
  readonly replicas?: number | undefined;
}

/** An event counts as lost where its stream is another one, ends before it, or begins after it though it is young. */
const TAKE_BACK_LOST = `
  UPDATE outbox SET published_at = NULL, stream_incarnation = NULL, stream_sequence = NULL, locked_until = NULL
  WHERE position IN (
    SELECT position FROM outbox
    WHERE published_at IS NOT NULL AND stream_incarnation %CONDITION%
      AND published_at <= $2::timestamptz
      AND published_at > $2::timestamptz - interval '7 days' + interval '1 hour'
    LIMIT ${AT_ONCE})
  RETURNING position`;

const LOST = [
  { name: 'outbox_lost_older', text: TAKE_BACK_LOST.replace('%CONDITION%', '< $1'), bounds: [] },
  { name: 'outbox_lost_newer', text: TAKE_BACK_LOST.replace('%CONDITION%', '> $1'), bounds: [] },
  {
    name: 'outbox_lost_end',
    text: TAKE_BACK_LOST.replace('%CONDITION%', '= $1 AND stream_sequence > $3::bigint'),
    bounds: ['lastSequence'],
  },
  {
    name: 'outbox_lost_start',
    text: TAKE_BACK_LOST.replace('%CONDITION%', '= $1 AND stream_sequence < $3::bigint'),
    bounds: ['firstSequence'],
  },
] as const;

/**
 * The broker may lose what it acknowledged: it writes to disk lazily, and a stream with one copy can vanish. Returns how
 * many events wait for the relay again. The clock is read before the stream, so that what is published meanwhile is
 * not mistaken for lost.
 */
export async function repairStream(options: RepairOptions): Promise<number> {
  const { db, bus, stream, subjects, replicas } = options;
  const until = await databaseTime(db);
  const state = await ensureStream(bus, { name: stream, subjects, replicas });
  let taken = 0;
  for (const { name, text, bounds } of LOST) {
    const values = [
      state.createdAt,
      until,
      ...bounds.map((bound) => String(state[bound satisfies keyof StreamState])),
    ];
    for (;;) {
      const rows = await db.acrossTenants((tx) => tx.query({ name, text, values }));
      taken += rows.length;
      if (rows.length < AT_ONCE) break;
    }
  }
  return taken;
}

async function databaseTime(db: Database): Promise<string> {
  const [row] = await db.acrossTenants((tx) => tx.query<{ now: string }>('SELECT now()::text AS now'));
  if (row === undefined) throw new Error('the database told no time');
  return row.now;
}
