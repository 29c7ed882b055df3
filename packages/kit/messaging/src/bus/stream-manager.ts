import {
  AckPolicy,
  DeliverPolicy,
  DiscardPolicy,
  jetstreamManager,
  JetStreamApiError,
  RetentionPolicy,
  StorageType,
} from '@nats-io/jetstream';
import type { ConsumerInfo, JetStreamManager, StreamInfo, StreamUpdateConfig } from '@nats-io/jetstream';
import { nanos } from '@nats-io/nats-core';
import type { NatsConnection } from '@nats-io/nats-core';
import { STREAM_MAX_AGE_MS } from './stream-declaration.ts';
import type { StreamDeclaration, StreamState } from './stream-declaration.ts';

const DUPLICATE_WINDOW_MS = 2 * 60 * 1000;
const ACK_WAIT_MS = 30_000;
/** Of all processes of a consumer; more than one process takes into its memory. */
const MAX_ACK_PENDING = 8_192;
/** Of the stream, and of the consumer. */
const NOT_FOUND: readonly number[] = [10_059, 10_014];

type Connected = { readonly connection: NatsConnection };

/** Changes of a call. Both are empty if everything was in the declared form. */
export interface Provisioned {
  readonly created: readonly string[];
  readonly updated: readonly string[];
}

/** Creates the stream and its consumers, or updates them to the declaration. Deletes nothing. */
export async function provisionStream(bus: Connected, declaration: StreamDeclaration): Promise<Provisioned> {
  const manager = await managerOf(bus);
  const { name, subjects, consumers = [] } = declaration;
  const done = { created: [] as string[], updated: [] as string[] };
  const existing = await ifFound(manager.streams.info(name));
  const wanted = formOf(declaration);
  if (existing === undefined) {
    const fixed = { name, retention: RetentionPolicy.Limits, storage: StorageType.File };
    await manager.streams.add({ ...wanted, ...fixed });
    done.created.push(name);
  } else if (differs(existing, wanted)) {
    await manager.streams.update(name, wanted);
    done.updated.push(name);
  }
  for (const durable of consumers) {
    const change = await provisionConsumer(manager, { stream: name, durable, filters: subjects });
    if (change !== undefined) done[change].push(`${name} ${durable}`);
  }
  return done;
}

/** Undefined until it is created. */
export async function findStream(bus: Connected, name: string): Promise<StreamState | undefined> {
  const info = await ifFound((await managerOf(bus)).streams.info(name));
  return info === undefined ? undefined : stateOf(info);
}

/** Undefined until it and its stream are created. */
export async function findConsumer(
  bus: Connected,
  { stream, durable }: { readonly stream: string; readonly durable: string },
): Promise<ConsumerInfo | undefined> {
  return ifFound((await managerOf(bus)).consumers.info(stream, durable));
}

/** Without the account check: a service's user has no right to read the account. */
function managerOf({ connection }: Connected): Promise<JetStreamManager> {
  return jetstreamManager(connection, { checkAPI: false });
}

async function ifFound<T>(info: Promise<T>): Promise<T | undefined> {
  try {
    return await info;
  } catch (error) {
    if (error instanceof JetStreamApiError && NOT_FOUND.includes(error.code)) return undefined;
    throw error;
  }
}

type StreamForm = Partial<StreamUpdateConfig> & { subjects: string[] };

function formOf({ subjects, replicas = 1 }: StreamDeclaration): StreamForm {
  return {
    subjects: [...subjects],
    max_age: nanos(STREAM_MAX_AGE_MS),
    duplicate_window: nanos(DUPLICATE_WINDOW_MS),
    // A full stream rejects new events, which wait in the outbox; it never drops acknowledged ones.
    discard: DiscardPolicy.New,
    num_replicas: replicas,
  };
}

function differs({ config }: StreamInfo, wanted: StreamForm): boolean {
  return (
    config.subjects.toSorted().join() !== wanted.subjects.toSorted().join() ||
    config.max_age !== wanted.max_age ||
    config.duplicate_window !== wanted.duplicate_window ||
    config.discard !== wanted.discard ||
    config.num_replicas !== wanted.num_replicas
  );
}

function stateOf({ created, state }: StreamInfo): StreamState {
  return { createdAt: created, firstSequence: state.first_seq, lastSequence: state.last_seq };
}

async function provisionConsumer(
  manager: JetStreamManager,
  { stream, durable, filters }: { stream: string; durable: string; filters: readonly string[] },
): Promise<keyof Provisioned | undefined> {
  const [filter = '>'] = filters;
  const existing = await ifFound(manager.consumers.info(stream, durable));
  const changeable = {
    filter_subject: filter,
    ack_wait: nanos(ACK_WAIT_MS),
    max_ack_pending: MAX_ACK_PENDING,
  };
  if (existing === undefined) {
    await manager.consumers.add(stream, {
      ...changeable,
      durable_name: durable,
      ack_policy: AckPolicy.Explicit,
      // A new consumer starts with all that the stream still holds.
      deliver_policy: DeliverPolicy.All,
      // The limit of tries is ours: the broker would leave the last one's message in the stream without a word.
      max_deliver: -1,
    });
    return 'created';
  }
  const { config } = existing;
  const isSame =
    config.filter_subject === filter &&
    config.ack_wait === changeable.ack_wait &&
    config.max_ack_pending === changeable.max_ack_pending;
  if (isSame) return undefined;
  await manager.consumers.update(stream, durable, changeable);
  return 'updated';
}
