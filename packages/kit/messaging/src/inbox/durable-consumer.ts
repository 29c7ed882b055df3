import { findStream } from '../bus/streams.ts';
import type { Bus } from '../bus/bus.ts';
import { AckPolicy, DeliverPolicy, jetstream, JetStreamApiError, jetstreamManager } from '@nats-io/jetstream';
import type { Consumer, ConsumerInfo, JetStreamManager } from '@nats-io/jetstream';
import { nanos } from '@nats-io/nats-core';

const CONSUMER_NOT_FOUND = 10_014;
const ACK_WAIT_MS = 30_000;
const MAX_ACK_PENDING = 256;

export interface Durable {
  readonly stream: string;
  readonly durable: string;
  readonly filter: string;
}

/** Undefined while the publisher has not made its stream yet. A new durable starts with all the stream still holds. */
export async function openDurable(bus: Bus, wanted: Durable): Promise<Consumer | undefined> {
  if ((await findStream(bus, wanted.stream)) === undefined) return undefined;
  const manager = await jetstreamManager(bus.connection, { checkAPI: false });
  const info = await ensureDurable(manager, wanted);
  return jetstream(bus.connection).consumers.getConsumerFromInfo(info);
}

async function ensureDurable(
  manager: JetStreamManager,
  { stream, durable, filter }: Durable,
): Promise<ConsumerInfo> {
  const existing = await infoOf(manager, stream, durable);
  const changeable = {
    filter_subject: filter,
    ack_wait: nanos(ACK_WAIT_MS),
    max_ack_pending: MAX_ACK_PENDING,
  };
  if (existing === undefined) {
    return manager.consumers.add(stream, {
      ...changeable,
      durable_name: durable,
      ack_policy: AckPolicy.Explicit,
      deliver_policy: DeliverPolicy.All,
      // The limit of tries is ours: the broker would leave the last one's message in the stream without a word.
      max_deliver: -1,
    });
  }
  const { config } = existing;
  const same =
    config.filter_subject === filter &&
    config.ack_wait === changeable.ack_wait &&
    config.max_ack_pending === changeable.max_ack_pending;
  return same ? existing : manager.consumers.update(stream, durable, changeable);
}

async function infoOf(
  manager: JetStreamManager,
  stream: string,
  durable: string,
): Promise<ConsumerInfo | undefined> {
  try {
    return await manager.consumers.info(stream, durable);
  } catch (error) {
    if (error instanceof JetStreamApiError && error.code === CONSUMER_NOT_FOUND) return undefined;
    throw error;
  }
}
