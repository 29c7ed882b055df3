import { readEnvelope, STREAM_MAX_AGE_MS } from '@lodging/kit-messaging';
import type { Bus, Envelope } from '@lodging/kit-messaging';
import { namedStatement } from '@lodging/kit-postgres';
import type { Database } from '@lodging/kit-postgres';
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

const findUnknown = namedStatement<{
  tenantIds: readonly string[];
  aggregateIds: readonly string[];
  ids: readonly string[];
}>(
  'outbox_find_unknown',
  `
  SELECT published.id::text
  FROM unnest($tenantIds::uuid[], $aggregateIds::text[], $ids::uuid[]) AS published (tenant_id, aggregate_id, id)
  WHERE NOT EXISTS (
    SELECT FROM outbox WHERE outbox.tenant_id = published.tenant_id
      AND outbox.aggregate_id = published.aggregate_id AND outbox.id = published.id)`,
);

export interface LostEventsDeps {
  readonly db: Database;
  readonly bus: Bus;
  readonly publishes?: string | undefined;
}

/** An event is committed before it is published: one that the outbox lacks was lost with the database. */
export async function findLostEvents(
  { db, bus, publishes: stream }: LostEventsDeps,
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
    const envelope = readEnvelope(data);
    if (envelope === undefined) return [];
    const { traceparent: _, predecessors: __, ...event } = envelope;
    return [event];
  });
  if (published.length === 0) return [];
  const statement = findUnknown({
    tenantIds: published.map(({ tenantId }) => tenantId),
    aggregateIds: published.map(({ aggregateId }) => aggregateId),
    ids: published.map(({ id }) => id),
  });
  const rows = await db.acrossTenants((tx) => tx.query<{ id: string }>(statement));
  const unknown = new Set(rows.map(({ id }) => id));
  return published.filter(({ id }) => unknown.has(id));
}
