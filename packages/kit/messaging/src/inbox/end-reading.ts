import { withTimeout } from '@lodging/kit-runtime';
import type { Logger } from '@lodging/kit-runtime';
import type { ConsumerMessages } from '@nats-io/jetstream';
import { nanos } from '@nats-io/nats-core';
import type { Subscription } from '@nats-io/nats-core';
import type { Bus } from '../bus/bus.ts';
import type { Durable } from './open-durable.ts';

/** For a broker that does not answer. */
const LONGEST_MS = 2000;

/** The client has no public way to its subscription. */
interface Subscribed {
  readonly sub?: Subscription;
}

interface Reading extends Durable {
  readonly bus: Bus;
  readonly log: Logger;
}

/**
 * Ends the iteration after the last message that the broker has sent, and resolves when messages can be returned to it.
 * `close` alone drops what is on its way, which no other process gets before the broker's time-out.
 */
export async function endReading(reading: Reading, messages: ConsumerMessages): Promise<void> {
  const { bus, log } = reading;
  const { sub } = messages as Subscribed;
  const drain = async (): Promise<void> => {
    if (!bus.isUp() || sub === undefined || sub.isClosed()) return;
    await sub.drain();
    await replacePulls(reading);
  };
  try {
    await withTimeout(drain(), LONGEST_MS, () => new Error('NATS does not answer'));
  } catch (error) {
    log.debug({ err: error }, 'the broker did not confirm that reading ended');
  }
  await messages.close();
}

/**
 * A pull of this process still waits at the broker. Before NATS 2.10 a returned message is sent to it, and lost until the
 * time-out; the next pull makes the broker look which ones have a reader.
 */
async function replacePulls({ bus: { connection }, stream, durable }: Reading): Promise<void> {
  const pull = JSON.stringify({ batch: 1, expires: nanos(1) });
  // An event has the subject of its stream, which the shared inbox of requests does not know.
  const options = { noMux: true, timeout: LONGEST_MS };
  const answer = await connection.request(`$JS.API.CONSUMER.MSG.NEXT.${stream}.${durable}`, pull, options);
  if (answer.reply !== undefined && answer.reply !== '') connection.publish(answer.reply, '-NAK');
}
