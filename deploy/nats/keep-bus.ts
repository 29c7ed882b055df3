import { connectNats } from '@lodging/kit-messaging';
import type { BusServers } from '@lodging/kit-messaging';
import type { NatsConnection } from '@nats-io/transport-node';
import { provisionBus } from './provision-bus.ts';
import { PROVISIONER } from './users.ts';

/** A lost store is provisioned again within this time; publishers then publish again what was in it. */
const EVERY_MS = 5_000;

export interface KeepBus extends BusServers {
  /** Copies of each event in the NATS cluster: 1 on a single server, 3 where events must survive the loss of one. */
  readonly replicas: number;
  readonly onChange: (text: string) => void;
  readonly onFailure: (error: unknown) => void;
  /** Ends the wait for the first success. */
  readonly signal?: AbortSignal;
}

export interface BusKeeper {
  /** Throws unless everything was in place at the last look. */
  check(): Promise<void>;
  stop(): Promise<void>;
}

/** Provisions the bus now and every five seconds. Resolves when everything is in place for the first time. */
export async function keepBus(options: KeepBus): Promise<BusKeeper> {
  const connection = await connectNats({ ...options, name: PROVISIONER });
  const state: State = { stopping: false, failure: undefined };
  const first = Promise.withResolvers<void>();
  const keeping = keep(connection, options, state, first.resolve);
  const stop = async (): Promise<void> => {
    state.stopping = true;
    await connection.close();
    await keeping;
  };
  const { signal } = options;
  signal?.addEventListener('abort', () => first.reject(signal.reason), { once: true });
  await first.promise.catch(async (reason: unknown) => {
    await stop();
    throw reason;
  });
  return {
    check() {
      return state.failure === undefined ? Promise.resolve() : Promise.reject(state.failure);
    },
    stop,
  };
}

interface State {
  stopping: boolean;
  failure: Error | undefined;
}

async function keep(
  connection: NatsConnection,
  { replicas, onChange, onFailure }: KeepBus,
  state: State,
  onDone: () => void,
): Promise<void> {
  while (!state.stopping) {
    try {
      const { created, updated } = await provisionBus(connection, { replicas });
      if (created.length > 0) onChange(`created ${created.join(', ')}`);
      if (updated.length > 0) onChange(`updated ${updated.join(', ')}`);
      state.failure = undefined;
      onDone();
    } catch (error) {
      if (state.stopping) return;
      // An outage lasts for many looks.
      if (state.failure === undefined) onFailure(error);
      state.failure = error instanceof Error ? error : new Error(String(error));
    }
    await Promise.race([delay(EVERY_MS), connection.closed()]);
  }
}

const delay = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => void setTimeout(resolve, milliseconds).unref());
