import { setTimeout as pause } from 'node:timers/promises';
import type { Bus } from '../bus.ts';
import type { Database } from '@lodging/kit-postgres';
import { every } from '@lodging/kit-runtime';
import type { Logger } from '@lodging/kit-runtime';
import type { Consumer, ConsumerMessages, JsMsg } from '@nats-io/jetstream';
import type { z } from 'zod';
import { onReplayRequest } from './dead-letters.ts';
import { openDurable } from './durable-consumer.ts';
import type { Durable } from './durable-consumer.ts';
import { actOnce, handleMessage } from './handle-message.ts';
import type { ConsumerIdentity } from './handle-message.ts';
import { perKeyQueue } from './ordered-lanes.ts';
import type { PerKeyQueue } from './ordered-lanes.ts';
import { readEvent } from './read-event.ts';
import type { Handler, Subscriptions } from './read-event.ts';
import { replayRequested } from './replay.ts';
import { watchConsumer } from './watch-consumer.ts';

const AT_ONCE = 16;
const LOOK_AGAIN_MS = { first: 50, longest: 1000 };
const REPLAY_SECONDS = 5;

export interface ConsumerOptions<Schema extends Readonly<Record<string, z.ZodType>>> {
  readonly db: Database;
  readonly bus: Bus;
  readonly stream: string;
  /** The consuming service's name. */
  readonly durable: string;
  readonly filter: string;
  /** One row for each type the service acts on; events of other types are left alone. */
  readonly handlers: { readonly [Type in keyof Schema]?: Handler<z.output<Schema[Type]>> };
  readonly schema: Schema;
  readonly log: Logger;
  readonly signal: AbortSignal;
  /** Every handler marks the event in the commit of its effect (`markSeen`, `noteSeen`); spares a look for the mark. */
  readonly marksItself?: boolean;
  /** Pauses between tries, in milliseconds; 1 s, 5 s, 30 s, 2 min and 10 min unless told. */
  readonly backoffMs?: readonly number[];
}

/**
 * Resolves at once and begins when the stream is there: services start in any order, and two that listen to each other
 * may not wait for each other.
 */
export async function startConsumer<Schema extends Readonly<Record<string, z.ZodType>>>(
  options: ConsumerOptions<Schema>,
): Promise<{ stop(): Promise<void> }> {
  const { db, bus, durable, stream, log, signal } = options;
  const reader: Reader = { ...options, subscriptions: subscriptionsOf(options) };
  const stopping = new AbortController();
  const reading = readForEver(reader, AbortSignal.any([stopping.signal, signal]));
  const replays = every({ name: `replay-${durable}`, seconds: REPLAY_SECONDS, log, signal }, () =>
    replayRequested(db, { durable, stream }, async (payload) => {
      const read = readEvent(payload, reader.subscriptions);
      if (read.kind === 'unreadable') throw new Error(read.error);
      if (read.kind === 'event') await actOnce(reader, read);
    }),
  );
  const leave = onReplayRequest(bus, () => replays.wake());
  const unwatch = watchConsumer(bus, db, options);
  return {
    async stop() {
      leave();
      unwatch();
      stopping.abort();
      await Promise.all([reading, replays.stop()]);
    },
  };
}

interface Reader extends ConsumerIdentity, Durable {
  readonly bus: Bus;
  readonly subscriptions: Subscriptions;
}

/** Throws where a handler has no shape for its data: that is a slip in the service's table. */
function subscriptionsOf<Schema extends Readonly<Record<string, z.ZodType>>>(
  options: ConsumerOptions<Schema>,
): Subscriptions {
  const rows = Object.entries<Handler<never> | undefined>(options.handlers).flatMap(([type, handler]) => {
    const shape = options.schema[type];
    if (handler === undefined) return [];
    if (shape === undefined) throw new TypeError(`no shape is declared for ${type}`);
    // The data is read by the handler's own shape before the handler gets it.
    return [[type, { handler: handler as Handler, shape }] as const];
  });
  return new Map(rows);
}

async function readForEver(reader: Reader, signal: AbortSignal): Promise<void> {
  const { bus, log, durable, stream } = reader;
  let lookAgainMs = LOOK_AGAIN_MS.first;
  while (!signal.aborted) {
    try {
      const consumer = bus.isUp() ? await openDurable(bus, reader) : undefined;
      if (consumer !== undefined) await readWhileThere(reader, consumer, signal);
    } catch (error) {
      log.warn({ err: error, consumer: durable, stream }, 'lost the place in a stream; taking it up again');
    }
    if (bus.connection.isClosed()) return;
    await pause(lookAgainMs, undefined, { signal }).catch(() => undefined);
    lookAgainMs = Math.min(lookAgainMs * 2, LOOK_AGAIN_MS.longest);
  }
}

/** Ends when told to, or throws when the durable or its stream is gone. */
async function readWhileThere(reader: Reader, consumer: Consumer, signal: AbortSignal): Promise<void> {
  const messages = await consumer.consume({
    max_messages: 2 * AT_ONCE,
    expires: 10_000,
    idle_heartbeat: 2500,
    abort_on_missing_resource: true,
  });
  const lanes = perKeyQueue(AT_ONCE);
  const close = (): void => closeMessages(messages, reader.log);
  signal.addEventListener('abort', close, { once: true });
  if (signal.aborted) close();
  try {
    for await (const message of messages) {
      if (signal.aborted) message.nak();
      // The subject is the event's type, so what nobody here acts on need not even be read.
      else if (!reader.subscriptions.has(message.subject)) message.ack();
      else await take(reader, lanes, message);
    }
  } finally {
    signal.removeEventListener('abort', close);
    close();
    await lanes.idle();
  }
}

async function take(reader: Reader, lanes: PerKeyQueue, message: JsMsg): Promise<void> {
  const read = readEvent(message.data, reader.subscriptions);
  const key = read.kind === 'event' ? `${read.event.tenantId} ${read.event.aggregateId}` : '';
  await lanes.run(key, () => handleMessage(reader, message, read));
}

function closeMessages(messages: ConsumerMessages, log: Logger): void {
  messages.close().catch((error: unknown) => log.debug({ err: error }, 'a consumer was closed already'));
}
