import { errorText } from '@lodging/kit-runtime';
import type { Bus } from '../bus/bus.ts';
import { insertDeadLetter } from './dead-letters.ts';
import { claimDeferred, deleteDeferred, releaseDeferred } from './deferred-events.ts';
import type { DeferredEvent } from './deferred-events.ts';
import { BACKOFF_MS, countDeadLetter, MAX_DELIVERIES, processOnce } from './handle-message.ts';
import type { ConsumerIdentity } from './handle-message.ts';
import { overtakes } from './message-metrics.ts';
import { createPerKeyQueue } from './per-key-queue.ts';
import { readEvent } from './read-event.ts';
import type { Subscriptions } from './read-event.ts';

const BATCH = 64;
const QUEUE = { concurrency: 16, perTenant: 12, capacity: BATCH };
/** Longer than the longest delay between two attempts of a failed event, and than the repair of a stream. */
const MAX_WAIT_MS = 11 * 60_000;
/** For events without an inbox mark to wait for: the handler waits for something other than a predecessor. */
const RETRY_MS = 1000;

interface DeferringConsumer extends ConsumerIdentity {
  readonly bus: Bus;
  readonly subscriptions: Subscriptions;
  readonly maxWaitMs?: number;
}

/**
 * Processes the deferred events that need not wait any more. The time of an outage of the database or the broker is not
 * waited: the missing event could not arrive in it.
 */
export function createDeferredRuns(consumer: DeferringConsumer): () => Promise<void> {
  const { bus, maxWaitMs = MAX_WAIT_MS } = consumer;
  let healthySince = performance.now();
  const run = async (): Promise<void> => {
    if (!bus.isUp()) healthySince = performance.now();
    for (;;) {
      const healthyMs = performance.now() - healthySince;
      const rows = await claimDeferred(consumer, healthyMs < maxWaitMs ? null : maxWaitMs, BATCH);
      if (rows.length === 0) return;
      const queue = createPerKeyQueue(QUEUE);
      for (const row of rows) {
        const waitedMs = Math.min(row.waited_ms, healthyMs);
        const key = { tenantId: row.tenant_id, aggregateId: row.aggregate_id };
        await queue.run(key, () => finish(consumer, row, waitedMs));
      }
      await queue.idle();
    }
  };
  return async () => {
    try {
      await run();
    } catch (error) {
      healthySince = performance.now();
      throw error;
    }
  };
}

/** Never throws. A row that is neither deleted nor released is due again at the end of its lease. */
async function finish(consumer: DeferringConsumer, row: DeferredEvent, waitedMs: number): Promise<void> {
  try {
    await attempt(consumer, row, waitedMs);
  } catch (error) {
    const { log, durable } = consumer;
    const fields = { err: error, consumer: durable, subject: row.subject, eventId: row.event_id };
    log.warn(fields, 'a deferred event could not be processed; it is retried');
    await fail(consumer, row, error).catch((cause: unknown) => {
      log.warn({ ...fields, err: cause }, 'a deferred event could not be released; its lease expires');
    });
  }
}

async function attempt(consumer: DeferringConsumer, row: DeferredEvent, waitedMs: number): Promise<void> {
  const read = readEvent(row.payload, consumer.subscriptions);
  if (read.kind === 'unreadable') throw new Error(read.error);
  if (read.kind === 'event') {
    const order = { predecessors: read.predecessors ?? [], waitedMs, overtakes: row.overtakes };
    const result = await processOnce(consumer, read, order);
    if (result === 'waits')
      return releaseDeferred(consumer, row, { delayMs: RETRY_MS, attempts: row.attempts });
    if (row.overtakes) reportOvertake(consumer, row, waitedMs);
  }
  await deleteDeferred(consumer, row);
}

function reportOvertake({ log, durable }: ConsumerIdentity, row: DeferredEvent, waitedMs: number): void {
  overtakes.add(1, { 'messaging.consumer.group.name': durable });
  const { tenant_id: tenantId, event_id: eventId, aggregate_id: aggregateId, subject } = row;
  const fields = { consumer: durable, subject, tenantId, eventId, aggregateId, waitedMs };
  log.error(fields, 'an event was processed without an earlier event of its aggregate, which is skipped');
}

async function fail(consumer: DeferringConsumer, row: DeferredEvent, error: unknown): Promise<void> {
  const { db, durable, stream, backoffMs = BACKOFF_MS } = consumer;
  const attempts = row.attempts + 1;
  if (attempts < MAX_DELIVERIES) {
    const delayMs = backoffMs[Math.min(attempts, backoffMs.length) - 1] ?? 0;
    return releaseDeferred(consumer, row, { delayMs, attempts });
  }
  const { tenant_id: tenantId, event_id: eventId, subject, payload } = row;
  const about = { consumer: durable, stream, subject, tenantId, eventId, payload };
  await insertDeadLetter(db, { ...about, error: errorText(error), attempts });
  countDeadLetter(consumer);
  consumer.log.error({ consumer: durable, subject, eventId }, 'a deferred event became a dead letter');
  await deleteDeferred(consumer, row);
}
