import {
  DiscardPolicy,
  jetstreamManager,
  JetStreamApiError,
  RetentionPolicy,
  StorageType,
} from '@nats-io/jetstream';
import type { JetStreamManager, StreamInfo, StreamUpdateConfig } from '@nats-io/jetstream';
import { nanos } from '@nats-io/nats-core';
import type { Bus } from './bus.ts';
import { STREAM_MAX_AGE_MS } from './stream-declaration.ts';
import type { StreamDeclaration, StreamState } from './stream-declaration.ts';

const DUPLICATE_WINDOW_MS = 2 * 60 * 1000;
const STREAM_NOT_FOUND = 10_059;

/** Creates the stream, or updates it to the declaration. */
export async function ensureStream(bus: Bus, declaration: StreamDeclaration): Promise<StreamState> {
  const manager = await managerOf(bus);
  const existing = await infoOf(manager, declaration.name);
  const wanted = formOf(declaration);
  if (existing === undefined) {
    const name = declaration.name;
    return stateOf(
      await manager.streams.add({
        ...wanted,
        name,
        retention: RetentionPolicy.Limits,
        storage: StorageType.File,
      }),
    );
  }
  if (!differs(existing, wanted)) return stateOf(existing);
  return stateOf(await manager.streams.update(declaration.name, wanted));
}

/** Undefined while its publisher has not created it. */
export async function findStream(bus: Bus, name: string): Promise<StreamState | undefined> {
  const info = await infoOf(await managerOf(bus), name);
  return info === undefined ? undefined : stateOf(info);
}

/** Without the account check: a service's user has no right to read the account. */
function managerOf(bus: Bus): Promise<JetStreamManager> {
  return jetstreamManager(bus.connection, { checkAPI: false });
}

async function infoOf(manager: JetStreamManager, name: string): Promise<StreamInfo | undefined> {
  try {
    return await manager.streams.info(name);
  } catch (error) {
    if (error instanceof JetStreamApiError && error.code === STREAM_NOT_FOUND) return undefined;
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
