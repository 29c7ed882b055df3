import { setTimeout as delay } from 'node:timers/promises';
import type { Bus } from '../bus/bus.ts';
import type { Database } from '@lodging/kit-postgres';
import { startTimerLoop } from '@lodging/kit-runtime';
import type { Logger } from '@lodging/kit-runtime';
import type { Consumer, JsMsg } from '@nats-io/jetstream';
import type { z } from 'zod';
import { onReplayRequest } from './dead-letters.ts';
import { endReading } from './end-reading.ts';
import { openDurable } from './open-durable.ts';
import type { Durable } from './open-durable.ts';
import { handleMessage, processOrDefer, startHeartbeats } from './handle-message.ts';
import type { ConsumerIdentity } from './handle-message.ts';
import { createPerKeyQueue } from './per-key-queue.ts';
import type { PerKeyQueue, PerKeyQueueOptions } from './per-key-queue.ts';
import { keyOf, readEvent } from './read-event.ts';
import type { Handler, Subscriptions } from './read-event.ts';
import { createDeferredRuns } from './run-deferred.ts';
import { runReplays } from './run-replays.ts';
import { observeConsumer } from './observe-consumer.ts';

/** A tenant with very many events leaves permits for others, whose events overtake up to `capacity` bytes of its events. */
const QUEUE: PerKeyQueueOptions = { concurrency: 16, perTenant: 12, capacity: 256 * 1024 };
/** The least weight of a message: a small one takes memory, too. */
const MIN_BYTES = 1024;
/** Messages that the client fetches ahead of the queue. */
const FETCHED = 32;
const RECONNECT_MS = { first: 50, longest: 1000 };
const REPLAY_SECONDS = 5;
const DEFERRED_SECONDS = 1;

export interface ConsumerOptions<Schema extends Readonly<Record<string, z.ZodType>>> {
  readonly db: Database;
  readonly bus: Bus;
  readonly stream: string;
  /** The consuming service's name. */
  readonly durable: string;
  readonly filter: string;
  /** One handler for each event type; events of other types are acknowledged unread. */
  readonly handlers: { readonly [Type in keyof Schema]?: Handler<z.output<Schema[Type]>> };
  readonly schema: Schema;
  readonly log: Logger;
  readonly signal: AbortSignal;
  /**
   * Every handler commits its inbox mark with its effect (`markProcessed`, or the same insert in its own statement).
   * Without it the consumer reads the mark before the handler and writes it afterwards. A list: the handlers of these event
   * types alone.
   */
  readonly marksInTransaction?: boolean | readonly string[];
  /**
   * Handlers return `waits` for an event whose predecessor they have not processed; the consumer stores it and calls them
   * again. The handlers of the consumer commit their marks themselves.
   */
  readonly ordered?: boolean;
  /** Limits of concurrent events (default 16, of one tenant 12) and of their bytes in memory (256 KiB). */
  readonly queue?: PerKeyQueueOptions;
  /** Timeout of the wait for a predecessor; default 11 min. */
  readonly maxWaitMs?: number;
  /** Delays between attempts in milliseconds; 1 s, 5 s, 30 s, 2 min and 10 min unless given. */
  readonly backoffMs?: readonly number[];
}

/**
 * Resolves at once and begins when the stream exists: services start in any order, and two that consume each other's
 * events must not wait for each other.
 */
export async function startConsumer<Schema extends Readonly<Record<string, z.ZodType>>>(
  options: ConsumerOptions<Schema>,
): Promise<{ stop(): Promise<void> }> {
  const { db, bus, durable, stream, log, signal } = options;
  const reader: Reader = { ...options, subscriptions: subscriptionsOf(options) };
  const stopping = new AbortController();
  const reading = readUntilAborted(reader, AbortSignal.any([stopping.signal, signal]));
  const replays = startTimerLoop({ name: `replay-${durable}`, seconds: REPLAY_SECONDS, log, signal }, () =>
    runReplays(db, { durable, stream }, async (subject, data) => {
      const read = readEvent(data, reader.subscriptions);
      if (read.kind === 'unreadable') throw new Error(read.error);
      if (read.kind === 'event') await processOrDefer(reader, read, { subject, data });
    }),
  );
  const deferred =
    options.ordered === true
      ? startTimerLoop(
          { name: `deferred-${durable}`, seconds: DEFERRED_SECONDS, log, signal },
          createDeferredRuns(reader),
        )
      : undefined;
  const unsubscribe = onReplayRequest(bus, () => replays.wake());
  const unobserve = observeConsumer(bus, db, options);
  return {
    async stop() {
      unsubscribe();
      unobserve();
      stopping.abort();
      await Promise.all([reading, replays.stop(), deferred?.stop()]);
    },
  };
}

interface Reader extends ConsumerIdentity, Durable {
  readonly bus: Bus;
  readonly maxWaitMs?: number;
  readonly queue?: PerKeyQueueOptions;
  readonly subscriptions: Subscriptions;
}

/** Throws where a handler has no shape for its data. */
function subscriptionsOf<Schema extends Readonly<Record<string, z.ZodType>>>(
  options: ConsumerOptions<Schema>,
): Subscriptions {
  const rows = Object.entries<Handler<never> | undefined>(options.handlers).flatMap(([type, handler]) => {
    const shape = options.schema[type];
    if (handler === undefined) return [];
    if (shape === undefined) throw new TypeError(`no shape is declared for ${type}`);
    // The data is parsed by this shape before the handler gets it.
    return [[type, { handler: handler as Handler, shape }] as const];
  });
  return new Map(rows);
}

async function readUntilAborted(reader: Reader, signal: AbortSignal): Promise<void> {
  const { bus, log, durable, stream } = reader;
  let reconnectMs = RECONNECT_MS.first;
  while (!signal.aborted) {
    try {
      const consumer = bus.isUp() ? await openDurable(bus, reader) : undefined;
      if (consumer !== undefined) await readMessages(reader, consumer, signal);
    } catch (error) {
      log.warn({ err: error, consumer: durable, stream }, 'a consumer lost its stream; it reconnects');
    }
    if (bus.connection.isClosed()) return;
    await delay(reconnectMs, undefined, { signal }).catch(() => undefined);
    reconnectMs = Math.min(reconnectMs * 2, RECONNECT_MS.longest);
  }
}

/** Ends with the signal; throws when the durable consumer or its stream is gone. */
async function readMessages(reader: Reader, consumer: Consumer, signal: AbortSignal): Promise<void> {
  const messages = await consumer.consume({
    max_messages: FETCHED,
    expires: 10_000,
    idle_heartbeat: 2500,
    abort_on_missing_resource: true,
  });
  const queue = createPerKeyQueue(reader.queue ?? QUEUE);
  const ended = Promise.withResolvers<void>();
  // Events that have not begun when the service stops are delivered to another process at once.
  const returnLater = (message: JsMsg): void => void ended.promise.then(() => message.nak());
  let ending: Promise<void> | undefined;
  const close = (): void => ended.resolve((ending ??= endReading(reader, messages)));
  signal.addEventListener('abort', close, { once: true });
  if (signal.aborted) close();
  try {
    for await (const message of messages) {
      if (signal.aborted) returnLater(message);
      // The subject is the event's type: an event without a handler need not be parsed.
      else if (!reader.subscriptions.has(message.subject)) message.ack();
      else await enqueue(reader, { queue, message, signal, returnLater });
    }
  } finally {
    signal.removeEventListener('abort', close);
    close();
    await ended.promise;
    await queue.idle();
  }
}

interface Queued {
  readonly queue: PerKeyQueue;
  readonly message: JsMsg;
  readonly signal: AbortSignal;
  readonly returnLater: (message: JsMsg) => void;
}

/** The event is parsed when it is handled: until then only its bytes are in memory. */
async function enqueue(reader: Reader, { queue, message, signal, returnLater }: Queued): Promise<void> {
  const endHeartbeats = startHeartbeats(message);
  const handle = async (): Promise<void> => {
    if (signal.aborted) returnLater(message);
    else await handleMessage(reader, message, readEvent(message.data, reader.subscriptions));
    endHeartbeats();
  };
  await queue.run(keyOf(message.data), handle, Math.max(MIN_BYTES, message.data.length));
}
