import { randomUUID } from 'node:crypto';
import type { Clock } from '@lodging/kernel';
import { ensureStream } from '../streams.ts';
import type { Bus } from '../bus.ts';
import type { Database } from '@lodging/kit-postgres';
import { every } from '@lodging/kit-runtime';
import type { Logger } from '@lodging/kit-runtime';
import { publishBatch } from './publish-batch.ts';
import { claimEvents, giveBack, markPublished } from './relay-store.ts';
import { onCommit } from './relay-wakes.ts';
import { repairStream } from './repair-stream.ts';
import { outboxLagSeconds, sweepOld } from './sweep.ts';
import { lostEvents, watchOutbox } from './watch-outbox.ts';

const BATCH = 100;
/** A run costs the same for one event as for many. The first event after a rest does not wait for company. */
const REST_MS = 50;
const LAG_TO_REPORT_SECONDS = 60;
/** For what was committed until the end. The rest is left to other replicas, or to the next start. */
const LAST_RUN_MS = 3000;

export interface OutboxRelayOptions {
  readonly db: Database;
  readonly bus: Bus;
  /** `EVT_<CONTEXT>`; made here when it is missing. */
  readonly stream: string;
  readonly subjects: readonly string[];
  /** Copies of the stream in a cluster; 1 where nothing is said. */
  readonly replicas?: number | undefined;
  readonly log: Logger;
  readonly signal: AbortSignal;
  /** Accepted for symmetry with other jobs; what is due is decided by the database's clock. */
  readonly clock?: Clock;
}

export interface OutboxRelay {
  /** Ends after the batch under way, and sends what was committed until now: to be called when nobody commits any more. */
  stop(): Promise<void>;
  wake(): void;
}

export async function startOutboxRelay(options: OutboxRelayOptions): Promise<OutboxRelay> {
  const { db, log, signal } = options;
  const relay = createRelay(options);
  let stopping = false;
  const publishing = every({ name: 'outbox-relay', seconds: 1, restMs: REST_MS, log, signal }, () =>
    relay.publishWaiting(() => !stopping),
  );
  const wake = (): void => publishing.wake();
  const repairing = every({ name: 'stream-repair', seconds: 60, log, signal }, async () => {
    const lost = await repairStream(options);
    if (lost > 0) {
      lostEvents.add(lost);
      log.error({ stream: options.stream, events: lost }, 'the stream lost events; they are published again');
      wake();
    }
    const lag = await outboxLagSeconds(db);
    if (lag > LAG_TO_REPORT_SECONDS) log.error({ seconds: lag }, 'events wait too long in the outbox');
  });
  const sweeping = every({ name: 'outbox-sweep', seconds: 600, log, signal }, () => sweepOld(db));
  const leave = onCommit(wake);
  const unwatch = watchOutbox(db);
  return {
    wake,
    async stop() {
      leave();
      unwatch();
      stopping = true;
      await Promise.all([publishing.stop(), repairing.stop(), sweeping.stop()]);
      await sendTheLast(relay, options);
    },
  };
}

/** The timers ended as soon as the service was told to stop; its last requests have committed since. */
async function sendTheLast(
  relay: ReturnType<typeof createRelay>,
  { stream, log }: OutboxRelayOptions,
): Promise<void> {
  const until = performance.now() + LAST_RUN_MS;
  try {
    await relay.publishWaiting(() => performance.now() < until);
  } catch (error) {
    log.warn({ err: error, stream }, 'the last events are left to the next process');
  }
}

/** One relay without its timers. */
export function createRelay(options: Omit<OutboxRelayOptions, 'signal' | 'clock'>): {
  /** Batch after batch, for as long as they are full and it may go on. */
  publishWaiting(mayGoOn?: () => boolean): Promise<void>;
} {
  const { db, bus, stream, subjects, replicas, log } = options;
  const owner = randomUUID();
  let incarnation: string | undefined;

  const publishOnce = async (): Promise<boolean> => {
    incarnation ??= (await ensureStream(bus, { name: stream, subjects, replicas })).createdAt;
    const events = await claimEvents(db, owner, BATCH);
    if (events.length === 0) return false;
    const { acknowledged, failed, error } = await publishBatch(bus, stream, events);
    await markPublished(db, owner, incarnation, acknowledged);
    if (failed.length === 0) return events.length === BATCH;
    // The stream may be gone; the next run looks, and makes it again.
    incarnation = undefined;
    await giveBack(db, owner, failed);
    log.warn({ err: error, stream, events: failed.length }, 'events could not be published yet');
    return false;
  };
  return {
    async publishWaiting(mayGoOn = () => true) {
      while (bus.isUp() && (await publishOnce()) && mayGoOn());
    },
  };
}
