import type { Bus } from '../bus/bus.ts';
import type { Database } from '@lodging/kit-postgres';
import { STREAM_MAX_AGE_MS } from '../bus/stream-declaration.ts';
import { parseJson } from '../inbox/read-event.ts';
import { envelope } from '../outbox/event.ts';
import type { Envelope } from '../outbox/event.ts';
import { readStream } from './read-stream.ts';

export type LostEvent = Omit<Envelope, 'traceparent' | 'predecessors'>;

export interface LostEvents {
  readonly events: LostEvent[];
  /** Messages of the stream that were compared. */
  readonly read: number;
  readonly next: number | null;
}

/** Of one answer: an event has about a kilobyte. */
const MOST_EVENTS = 200;
const MOST_MESSAGES = 5_000;
/** The outbox forgets an event when the stream does, or somewhat earlier. */
const MARGIN_MS = 60 * 60 * 1000;

const UNKNOWN = `
  SELECT published.id::text FROM unnest($1::uuid[], $2::uuid[]) AS published (tenant_id, id)
  WHERE NOT EXISTS (
    SELECT FROM outbox WHERE outbox.tenant_id = published.tenant_id AND outbox.id = published.id)`;

export interface LostEventsParts {
  readonly db: Database;
  readonly bus: Bus;
  readonly publishes?: string | undefined;
}

/** An event is committed before it is published: one that the outbox lacks was lost with the database. */
export async function findLostEvents(
  { db, bus, publishes: stream }: LostEventsParts,
  { since, after }: { readonly since: Temporal.Instant; readonly after: number | null },
): Promise<LostEvents> {
  if (stream === undefined) return { events: [], read: 0, next: null };
  const oldest = Date.now() - STREAM_MAX_AGE_MS + MARGIN_MS;
  const from = Temporal.Instant.fromEpochMilliseconds(Math.max(since.epochMilliseconds, oldest));
  const events: LostEvent[] = [];
  let read = 0;
  for await (const { messages, through, last } of readStream(bus, { stream, since: from, after })) {
    read += messages.length;
    events.push(...(await unknownOf(db, messages)));
    const mayContinue = events.length < MOST_EVENTS && read < MOST_MESSAGES;
    if (!mayContinue && through < last) return { events, read, next: through };
  }
  return { events, read, next: null };
}

async function unknownOf(
  db: Database,
  messages: readonly { readonly data: Uint8Array }[],
): Promise<LostEvent[]> {
  const published = messages.flatMap(({ data }): LostEvent[] => {
    const parsed = envelope.safeParse(parseJson(data));
    if (!parsed.success) return [];
    const { traceparent: _, predecessors: __, ...event } = parsed.data;
    return [event];
  });
  if (published.length === 0) return [];
  const values = [published.map(({ tenantId }) => tenantId), published.map(({ id }) => id)];
  const rows = await db.acrossTenants((tx) => tx.query<{ id: string }>(UNKNOWN, values));
  const unknown = new Set(rows.map(({ id }) => id));
  return published.filter(({ id }) => unknown.has(id));
}
