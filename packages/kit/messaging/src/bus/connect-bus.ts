import { withTimeout } from '@lodging/kit-runtime';
import type { DescribeWork, Logger } from '@lodging/kit-runtime';
import type { NatsConnection, Status } from '@nats-io/nats-core';
import { connectNats } from './connect-nats.ts';
import { exchangeOver } from './bus.ts';
import type { Bus } from './bus.ts';
import { outgoingOf } from './outgoing.ts';
import type { BusServers } from './server-options.ts';
import { ReplyBox } from '../rpc/reply-box.ts';
import type { BusIdentity } from '../mandate/identity.ts';
import { openMandates } from '../mandate/mandates.ts';
import { createRetryBudget } from '../rpc/retry-budget.ts';
import type { Link } from '../rpc/send-request.ts';

const CHECK_TIMEOUT_MS = 1000;
const DRAIN_TIMEOUT_MS = 5000;

export interface ConnectBusOptions extends BusServers {
  /** The service's name; the answers of another one arrive under `_INBOX_<name>.<other>.>`. */
  readonly name: string;
  readonly identity: BusIdentity;
  readonly log: Logger;
  readonly describeWork?: DescribeWork | undefined;
}

interface State {
  up: boolean;
  readonly replies: ReplyBox;
}

export async function connectBus(options: ConnectBusOptions): Promise<Bus> {
  const { name, identity, log, describeWork } = options;
  const mandates = openMandates(identity);
  const connection = await connectNats(options);
  const replies = new ReplyBox(connection, `_INBOX_${name}`);
  const state: State = { up: true, replies };
  void followStatus(connection, state, log);
  const link: Link = {
    replies,
    budget: createRetryBudget(Date.now),
    mandates,
    isUp: () => state.up && !connection.isClosed(),
  };
  const probes = new Set<() => void>();
  return {
    name,
    connection,
    mandates,
    describeWork,
    ...exchangeOver(link),
    isUp: () => link.isUp(),
    async check() {
      if (!link.isUp()) throw new Error('not connected to NATS');
      for (const probe of probes) probe();
      await withTimeout(connection.flush(), CHECK_TIMEOUT_MS, () => new Error('NATS does not answer'));
    },
    drain: () => drain(connection, log),
    addProbe(probe) {
      probes.add(probe);
      return () => probes.delete(probe);
    },
  };
}

async function followStatus(connection: NatsConnection, state: State, log: Logger): Promise<void> {
  for await (const status of connection.status()) {
    if (status.type === 'disconnect') markDisconnected(state);
    if (status.type === 'reconnect') state.up = true;
    logStatus(status, log);
  }
  markDisconnected(state);
}

function markDisconnected(state: State): void {
  state.up = false;
  state.replies.rejectAll();
}

function logStatus(status: Status, log: Logger): void {
  if (status.type === 'disconnect') log.warn({ server: status.server }, 'lost the connection to NATS');
  if (status.type === 'reconnect') log.info({ server: status.server }, 'reconnected to NATS');
  if (status.type === 'error') log.error({ err: status.error }, 'NATS reported an error');
}

async function drain(connection: NatsConnection, log: Logger): Promise<void> {
  if (connection.isClosed()) return;
  outgoingOf(connection).flush();
  try {
    await withTimeout(connection.drain(), DRAIN_TIMEOUT_MS, () => new Error('NATS did not drain in time'));
  } catch (error) {
    log.warn({ err: error }, 'the connection to NATS is closed without draining');
    await connection.close();
  }
}
