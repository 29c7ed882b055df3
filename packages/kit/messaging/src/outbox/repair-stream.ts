import { findStream } from '../bus/streams.ts';
import type { Bus } from '../bus/bus.ts';
import type { StreamState } from '../bus/stream-declaration.ts';
import type { Database } from '@lodging/kit-postgres';

const BATCH = 1000;

export interface RepairOptions {
  readonly db: Database;
  readonly bus: Bus;
  readonly stream: string;
}

/** An event is lost where the stream was recreated, ends before it, or begins after it although the event is young. */
const UNPUBLISH_LOST = `
  UPDATE outbox SET published_at = NULL, stream_incarnation = NULL, stream_sequence = NULL, locked_until = NULL
  WHERE position IN (
    SELECT position FROM outbox
    WHERE published_at IS NOT NULL AND stream_incarnation %CONDITION%
      AND published_at <= $2::timestamptz
      AND published_at > $2::timestamptz - interval '7 days' + interval '1 hour'
    LIMIT ${BATCH})
  RETURNING position`;

const LOST = [
  { name: 'outbox_lost_older', text: UNPUBLISH_LOST.replace('%CONDITION%', '< $1'), bounds: [] },
  { name: 'outbox_lost_newer', text: UNPUBLISH_LOST.replace('%CONDITION%', '> $1'), bounds: [] },
  {
    name: 'outbox_lost_end',
    text: UNPUBLISH_LOST.replace('%CONDITION%', '= $1 AND stream_sequence > $3::bigint'),
    bounds: ['lastSequence'],
  },
  {
    name: 'outbox_lost_start',
    text: UNPUBLISH_LOST.replace('%CONDITION%', '= $1 AND stream_sequence < $3::bigint'),
    bounds: ['firstSequence'],
  },
] as const;

/**
 * NATS may lose acknowledged messages: it calls fsync every two minutes by default, and a stream with one copy can
 * vanish. Returns the number of events that wait for the relay again; while there is no stream, nothing does. The clock is read before the stream, so that an
 * event published meanwhile is not mistaken for a lost one.
 */
export async function repairStream(options: RepairOptions): Promise<number> {
  const { db, bus, stream } = options;
  const until = await databaseTime(db);
  const state = await findStream(bus, stream);
  if (state === undefined) return 0;
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
      if (rows.length < BATCH) break;
    }
  }
  return taken;
}

async function databaseTime(db: Database): Promise<string> {
  const [row] = await db.acrossTenants((tx) => tx.query<{ now: string }>('SELECT now()::text AS now'));
  if (row === undefined) throw new Error('the database did not answer with its time');
  return row.now;
}
