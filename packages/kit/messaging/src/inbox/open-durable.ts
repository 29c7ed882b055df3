import type { Bus } from '../bus/bus.ts';
import { findConsumer } from '../bus/stream-manager.ts';
import { jetstream } from '@nats-io/jetstream';
import type { Consumer } from '@nats-io/jetstream';

export interface Durable {
  readonly stream: string;
  readonly durable: string;
  readonly filter: string;
}

/** Undefined while it is not provisioned. */
export async function openDurable(bus: Bus, wanted: Durable): Promise<Consumer | undefined> {
  const info = await findConsumer(bus, wanted);
  return info === undefined ? undefined : jetstream(bus.connection).consumers.getConsumerFromInfo(info);
}
