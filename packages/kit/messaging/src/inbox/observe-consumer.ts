import type { Bus } from '../bus/bus.ts';
import type { Database } from '@lodging/kit-postgres';
import { observableGauge, observeCached } from '@lodging/kit-runtime';
import { jetstreamManager } from '@nats-io/jetstream';
import type { Durable } from './open-durable.ts';

const MESSAGES = '{message}';
const pending = observableGauge({
  name: 'lodging.consumer.pending',
  unit: MESSAGES,
  description: 'Events in the stream that have not been delivered to the consumer.',
});
const ackPending = observableGauge({
  name: 'lodging.consumer.ack_pending',
  unit: MESSAGES,
  description: 'Events that were delivered to the consumer and are not acknowledged.',
});
const redelivered = observableGauge({
  name: 'lodging.consumer.redelivered',
  unit: MESSAGES,
  description: 'Of those, the events that were delivered more than once.',
});
const deadLettersWaiting = observableGauge({
  name: 'lodging.dead_letters.waiting',
  unit: MESSAGES,
  description: 'Dead letters that have not been replayed.',
});

const deferredEvents = observableGauge({
  name: 'lodging.consumer.deferred',
  unit: MESSAGES,
  description: 'Events that wait for an earlier one of their aggregate.',
});
const oldestDeferredAge = observableGauge({
  name: 'lodging.consumer.oldest_deferred_age',
  unit: 's',
  description: 'How long the oldest of them has waited; 0 where none waits.',
});

const WAITING = `
  SELECT (SELECT count(*) FROM dead_letters
          WHERE consumer = $1 AND stream = $2 AND replayed_at IS NULL)::integer AS letters,
    count(*)::integer AS deferred, coalesce(extract(epoch FROM now() - min(deferred_at)), 0)::float8 AS "oldestSeconds"
  FROM deferred_events WHERE consumer = $1 AND stream = $2`;

interface Waiting {
  readonly letters: number;
  readonly deferred: number;
  readonly oldestSeconds: number;
}

/** Returns the function that ends the observation. */
export function observeConsumer(bus: Bus, db: Database, { stream, durable }: Durable): () => void {
  const labels = { 'messaging.consumer.group.name': durable, 'lodging.stream': stream };
  const readBroker = async () => {
    if (!bus.isUp()) throw new Error('not connected to NATS');
    const manager = await jetstreamManager(bus.connection, { checkAPI: false });
    return manager.consumers.info(stream, durable);
  };
  const readDatabase = async () => {
    const statement = { name: 'dead_letters_waiting', text: WAITING, values: [durable, stream] };
    const [row] = await db.acrossTenants((tx) => tx.query<Waiting>(statement));
    return row ?? { letters: 0, deferred: 0, oldestSeconds: 0 };
  };
  const ends = [
    observeCached(readBroker, (info, result) => {
      result.observe(pending, info.num_pending, labels);
      result.observe(ackPending, info.num_ack_pending, labels);
      result.observe(redelivered, info.num_redelivered, labels);
    }),
    observeCached(readDatabase, ({ letters, deferred, oldestSeconds }, result) => {
      result.observe(deadLettersWaiting, letters, labels);
      result.observe(deferredEvents, deferred, labels);
      result.observe(oldestDeferredAge, oldestSeconds, labels);
    }),
  ];
  return () => {
    for (const end of ends) end();
  };
}
