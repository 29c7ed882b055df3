import type { Bus } from '../bus.ts';
import type { Database } from '@lodging/kit-postgres';
import { gauge, observeSeldom } from '@lodging/kit-runtime';
import { jetstreamManager } from '@nats-io/jetstream';
import type { Durable } from './durable-consumer.ts';

const MESSAGES = '{message}';
const pending = gauge({
  name: 'lodging.consumer.pending',
  unit: MESSAGES,
  about: 'Events in the stream that the consumer has not been given yet.',
});
const ackPending = gauge({
  name: 'lodging.consumer.ack_pending',
  unit: MESSAGES,
  about: 'Events that the consumer was given and has not acknowledged.',
});
const redelivered = gauge({
  name: 'lodging.consumer.redelivered',
  unit: MESSAGES,
  about: 'Of those, how many were given more than once.',
});
const deadLettersWaiting = gauge({
  name: 'lodging.dead_letters.waiting',
  unit: MESSAGES,
  about: 'Dead letters that nobody has replayed.',
});

const WAITING = `
  SELECT count(*)::integer AS letters FROM dead_letters
  WHERE consumer = $1 AND stream = $2 AND replayed_at IS NULL`;

/** Returns the way to end it. */
export function watchConsumer(bus: Bus, db: Database, { stream, durable }: Durable): () => void {
  const labels = { 'messaging.consumer.group.name': durable, 'lodging.stream': stream };
  const askBroker = async () => {
    if (!bus.isUp()) throw new Error('not connected to NATS');
    const manager = await jetstreamManager(bus.connection, { checkAPI: false });
    return manager.consumers.info(stream, durable);
  };
  const askDatabase = async () => {
    const statement = { name: 'dead_letters_waiting', text: WAITING, values: [durable, stream] };
    const [row] = await db.acrossTenants((tx) => tx.query<{ letters: number }>(statement));
    return row?.letters ?? 0;
  };
  const ends = [
    observeSeldom(askBroker, (info, report) => {
      report(pending, info.num_pending, labels);
      report(ackPending, info.num_ack_pending, labels);
      report(redelivered, info.num_redelivered, labels);
    }),
    observeSeldom(askDatabase, (letters, report) => report(deadLettersWaiting, letters, labels)),
  ];
  return () => {
    for (const end of ends) end();
  };
}
