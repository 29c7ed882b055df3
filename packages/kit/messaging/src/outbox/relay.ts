import { randomUUID } from 'node:crypto';
import { findStream } from '../bus/streams.ts';
import type { Bus } from '../bus/bus.ts';
import type { StreamState } from '../bus/stream-declaration.ts';
import type { Database } from '@lodging/kit-postgres';
import { startTimerLoop } from '@lodging/kit-runtime';
import type { Logger } from '@lodging/kit-runtime';
import { publishBatch } from './publish-batch.ts';
import { createRelayFailure } from './relay-failure.ts';
import { claimEvents, markPublished, releaseEvents } from './relay-store.ts';
import type { Acknowledged } from './relay-store.ts';
import { onCommit } from './relay-wakes.ts';
import { repairStream } from './repair-stream.ts';
import { outboxLagSeconds, purgeOutbox } from './purge.ts';
import { lostEvents, observeOutbox } from './observe-outbox.ts';

const BATCH = 100;
/** A run costs the same for one event as for a batch. The first event after a rest is published at once. */
const REST_MS = 50;
const LAG_TO_REPORT_SECONDS = 60;
/** With the time until a lost stream is provisioned again, less than a minute. */
const REPAIR_SECONDS = 45;
/** For events that were committed while the service drained. Later ones are left to other replicas or the next start. */
const LAST_RUN_MS = 3000;

export interface OutboxRelayOptions {
  readonly db: Database;
  readonly bus: Bus;
  /** `EVT_<CONTEXT>`. Events wait in the outbox until it is provisioned. */
  readonly stream: string;
  readonly log: Logger;
  readonly signal: AbortSignal;
}

export interface OutboxRelay extends Pick<Relay, 'failure'> {
  /** Ends after the current batch and publishes what is committed. Call it when nothing commits any more. */
  stop(): Promise<void>;
  wake(): void;
}

export async function startOutboxRelay(options: OutboxRelayOptions): Promise<OutboxRelay> {
  const { db, log, signal } = options;
  const relay = createRelay(options);
  let stopping = false;
  const publishing = startTimerLoop({ name: 'outbox-relay', seconds: 1, restMs: REST_MS, log, signal }, () =>
    relay.publishWaiting(() => !stopping),
  );
  const wake = (): void => publishing.wake();
  const repairing = startTimerLoop(
    { name: 'stream-repair', seconds: REPAIR_SECONDS, log, signal },
    async () => {
      relay.recheck();
      const lost = await repairStream(options);
      if (lost > 0) {
        lostEvents.add(lost);
        log.error({ stream: options.stream, events: lost }, 'the stream lost events; they are republished');
        wake();
      }
      const lag = await outboxLagSeconds(db);
      if (lag > LAG_TO_REPORT_SECONDS)
        log.error({ seconds: lag }, 'the oldest event in the outbox is not published yet');
    },
  );
  const sweeping = startTimerLoop({ name: 'outbox-sweep', seconds: 600, log, signal }, () => purgeOutbox(db));
  const unsubscribe = onCommit(wake);
  const unobserve = observeOutbox(db);
  return {
    wake,
    failure: () => relay.failure(),
    async stop() {
      unsubscribe();
      unobserve();
      stopping = true;
      await Promise.all([publishing.stop(), repairing.stop(), sweeping.stop()]);
      await publishLast(relay, options);
    },
  };
}

/** The timers ended with the signal; the last requests have committed since. */
async function publishLast(
  relay: ReturnType<typeof createRelay>,
  { stream, log }: OutboxRelayOptions,
): Promise<void> {
  const until = performance.now() + LAST_RUN_MS;
  try {
    await relay.publishWaiting(() => performance.now() < until);
  } catch (error) {
    log.warn(
      { err: error, stream },
      'the last events could not be published; another process publishes them',
    );
  }
}

interface Relay {
  /** Publishes batches while they are full and `mayContinue`. */
  publishWaiting(mayContinue?: () => boolean): Promise<void>;
  /** Has the next batch look which incarnation of the stream it is published to. */
  recheck(): void;
  /** Why events could not be published just now; null where they were, or where this process does not know. */
  failure(): string | null;
}

/** A relay without its timers. */
export function createRelay(options: Omit<OutboxRelayOptions, 'signal'>): Relay {
  const { db, bus, stream, log } = options;
  const owner = randomUUID();
  let known: StreamState | undefined;
  let isMissing = false;
  const failure = createRelayFailure();

  const findKnown = async (): Promise<StreamState | undefined> => {
    known ??= await findStream(bus, stream);
    if (known === undefined && !isMissing)
      log.warn({ stream }, 'the stream does not exist; events wait until it is provisioned');
    isMissing = known === undefined;
    return known;
  };
  const publishOnce = async (): Promise<boolean> => {
    const into = await findKnown();
    if (into === undefined) return false;
    const events = await claimEvents(db, owner, BATCH);
    if (events.length === 0) return false;
    const { acknowledged, failed, error } = await publishBatch(bus, stream, events);
    if (hasFallenBack(into, acknowledged)) {
      known = undefined;
      await releaseEvents(db, owner, events);
      log.warn(
        { stream, events: events.length },
        'the stream was reset or recreated; events are republished',
      );
      return false;
    }
    await markPublished(db, owner, into.createdAt, acknowledged);
    if (known === into) known = { ...into, lastSequence: lastOf(into, acknowledged) };
    failure.note(error);
    if (failed.length === 0) return events.length === BATCH;
    // The stream may be gone, or another one by now.
    known = undefined;
    await releaseEvents(db, owner, failed);
    log.warn(
      { err: error, stream, events: failed.length },
      'events could not be published; they are retried',
    );
    return false;
  };
  return {
    async publishWaiting(mayContinue = () => true) {
      while (bus.isUp() && (await publishOnce()) && mayContinue());
    },
    recheck() {
      known = undefined;
    },
    failure: () => failure.current(),
  };
}

/**
 * A stream that was deleted and provisioned between two batches accepts events as if nothing had happened. Marked as
 * published to its predecessor, they would count as lost. A sequence that goes back reveals a recreated stream, so that no
 * request per batch is needed.
 */
function hasFallenBack({ lastSequence }: StreamState, acknowledged: readonly Acknowledged[]): boolean {
  return acknowledged.some(({ sequence, duplicate }) => duplicate !== true && sequence <= lastSequence);
}

function lastOf({ lastSequence }: StreamState, acknowledged: readonly Acknowledged[]): number {
  return Math.max(lastSequence, ...acknowledged.map(({ sequence }) => sequence));
}
