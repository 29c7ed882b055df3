import type { Database, Tx } from '@lodging/kit-postgres';
import type { ReceivedEvent } from '../outbox/event.ts';
import { deferrals } from './message-metrics.ts';

interface OrderedConsumer {
  readonly db: Database;
  readonly stream: string;
  readonly durable: string;
}

export interface EventToDefer {
  readonly event: Pick<ReceivedEvent, 'id' | 'tenantId' | 'aggregateId'>;
  readonly subject: string;
  readonly payload: Uint8Array;
  readonly predecessors: readonly string[];
}

export interface DeferredEvent {
  readonly tenant_id: string;
  readonly event_id: string;
  readonly aggregate_id: string;
  readonly subject: string;
  readonly payload: Buffer;
  readonly attempts: number;
  readonly waited_ms: number;
  /** A predecessor is still missing. */
  readonly overtakes: boolean;
}

const INSERT = `
  INSERT INTO deferred_events (tenant_id, consumer, event_id, stream, subject, aggregate_id, predecessors, payload)
  VALUES ($1, $2, $3, $4, $5, $6, $7::uuid[], $8) ON CONFLICT DO NOTHING RETURNING event_id`;

export async function deferEvent(consumer: OrderedConsumer, deferred: EventToDefer): Promise<void> {
  const { db, stream, durable } = consumer;
  const { event, subject, payload, predecessors } = deferred;
  const place = [event.tenantId, durable, event.id, stream, subject, event.aggregateId];
  const values = [...place, [...predecessors], Buffer.from(payload)];
  const rows = await db.acrossTenants((tx) => tx.query({ name: 'deferred_insert', text: INSERT, values }));
  if (rows.length > 0) deferrals.add(1, { 'messaging.consumer.group.name': durable });
}

/**
 * Those whose predecessors are processed; those that waited for $3 ms, unless a predecessor waits here too, which is then
 * first. The lease is as long as an attempt may take.
 */
const CLAIM = `
  WITH due AS (
    SELECT deferred.tenant_id, deferred.consumer, deferred.event_id, lacks.predecessor AS overtakes
    FROM deferred_events AS deferred
    CROSS JOIN LATERAL (
      SELECT EXISTS (
        SELECT FROM unnest(deferred.predecessors) AS predecessor (id)
        WHERE NOT EXISTS (
          SELECT FROM inbox WHERE inbox.tenant_id = deferred.tenant_id AND inbox.consumer = deferred.consumer
            AND inbox.event_id = predecessor.id)) AS predecessor) AS lacks
    WHERE deferred.consumer = $1 AND deferred.stream = $2 AND deferred.next_attempt_at <= now()
      AND (NOT lacks.predecessor OR (
        deferred.deferred_at <= now() - $3 * interval '1 millisecond'
        AND NOT EXISTS (
          SELECT FROM deferred_events AS earlier
          WHERE earlier.tenant_id = deferred.tenant_id AND earlier.consumer = deferred.consumer
            AND earlier.event_id = ANY (deferred.predecessors))))
    ORDER BY deferred.deferred_at LIMIT $4
    FOR UPDATE OF deferred SKIP LOCKED)
  UPDATE deferred_events AS deferred SET next_attempt_at = now() + interval '1 minute'
  FROM due
  WHERE deferred.tenant_id = due.tenant_id AND deferred.consumer = due.consumer AND deferred.event_id = due.event_id
  RETURNING deferred.tenant_id, deferred.event_id, deferred.aggregate_id, deferred.subject, deferred.payload,
    deferred.attempts, due.overtakes, extract(epoch FROM now() - deferred.deferred_at)::float8 * 1000 AS waited_ms`;

/** `maxWaitMs` null: no event may overtake a predecessor. */
export function claimDeferred(
  { db, stream, durable }: OrderedConsumer,
  maxWaitMs: number | null,
  limit: number,
): Promise<DeferredEvent[]> {
  const values = [durable, stream, maxWaitMs, limit];
  return db.acrossTenants((tx) => tx.query<DeferredEvent>({ name: 'deferred_claim', text: CLAIM, values }));
}

const DELETE = 'DELETE FROM deferred_events WHERE tenant_id = $1 AND consumer = $2 AND event_id = $3';

/** Repeatable: the effect is committed already, or the dead letter is. */
export async function deleteDeferred(consumer: OrderedConsumer, row: DeferredEvent): Promise<void> {
  await write(consumer, (tx) => tx.query(DELETE, [row.tenant_id, consumer.durable, row.event_id]));
}

const RELEASE = `
  UPDATE deferred_events SET next_attempt_at = now() + $4 * interval '1 millisecond', attempts = $5
  WHERE tenant_id = $1 AND consumer = $2 AND event_id = $3`;

export async function releaseDeferred(
  consumer: OrderedConsumer,
  row: DeferredEvent,
  { delayMs, attempts }: { readonly delayMs: number; readonly attempts: number },
): Promise<void> {
  const values = [row.tenant_id, consumer.durable, row.event_id, delayMs, attempts];
  await write(consumer, (tx) => tx.query(RELEASE, values));
}

async function write({ db }: OrderedConsumer, work: (tx: Tx) => Promise<unknown>): Promise<void> {
  await db.acrossTenants(work);
}
