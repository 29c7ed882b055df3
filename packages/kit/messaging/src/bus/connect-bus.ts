import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from '@lodging/kit-runtime';
import { connect } from '@nats-io/transport-node';
import type { NatsConnection, Status } from '@nats-io/nats-core';
import { exchangeOver } from './bus.ts';
import type { Bus } from './bus.ts';
import { outgoingOf } from './outgoing.ts';
import { ReplyBox } from '../rpc/reply-box.ts';
import { retryBudget } from '../rpc/retry-budget.ts';
import type { Link } from '../rpc/send-request.ts';

const CHECK_TIMEOUT_MS = 1000;
const DRAIN_TIMEOUT_MS = 5000;

export interface ConnectBusOptions {
  /** `nats://user:password@host:port`; several servers of one cluster are separated by commas. */
  readonly url: string;
  /** The service's name; its answers arrive under `_INBOX_<name>.>`. */
  readonly name: string;
  readonly log: Logger;
}

interface State {
  up: boolean;
  readonly replies: ReplyBox;
}

export async function connectBus({ url, name, log }: ConnectBusOptions): Promise<Bus> {
  const connection = await connect({
    ...readUrl(url),
    name,
    inboxPrefix: `_INBOX_${name}`,
    waitOnFirstConnect: true,
    maxReconnectAttempts: -1,
    // A user that the server does not know yet is a server still starting, not a reason to stay away for ever.
    ignoreAuthErrorAbort: true,
    reconnectTimeWait: 250,
    reconnectJitter: 250,
    timeout: 2000,
    pingInterval: 5000,
    maxPingOut: 2,
    // Otherwise each request builds two stack traces that nobody reads.
    noAsyncTraces: true,
  });
  const replies = new ReplyBox(connection, `_INBOX_${name}`);
  const state: State = { up: true, replies };
  void follow(connection, state, log);
  const link: Link = {
    replies,
    budget: retryBudget(Date.now),
    isUp: () => state.up && !connection.isClosed(),
  };
  const probes = new Set<() => void>();
  return {
    name,
    connection,
    ...exchangeOver(link),
    isUp: () => link.isUp(),
    async check() {
      if (!link.isUp()) throw new Error('not connected to NATS');
      for (const probe of probes) probe();
      await within(CHECK_TIMEOUT_MS, connection.flush(), 'NATS does not answer');
    },
    drain: () => drain(connection, log),
    watch(probe) {
      probes.add(probe);
      return () => probes.delete(probe);
    },
  };
}

/** The client library takes credentials beside the address, not in it. */
export function readUrl(url: string): { servers: string[]; user?: string; pass?: string } {
  const addresses = url.split(',').map((address) => new URL(address.trim()));
  const servers = addresses.map((address) => `${address.protocol}//${address.host}`);
  const [first] = addresses;
  if (first === undefined || first.username === '') return { servers };
  return { servers, user: decodeURIComponent(first.username), pass: decodeURIComponent(first.password) };
}

async function follow(connection: NatsConnection, state: State, log: Logger): Promise<void> {
  for await (const status of connection.status()) {
    if (status.type === 'disconnect') lose(state);
    if (status.type === 'reconnect') state.up = true;
    tell(status, log);
  }
  lose(state);
}

function lose(state: State): void {
  state.up = false;
  state.replies.giveUp();
}

function tell(status: Status, log: Logger): void {
  if (status.type === 'disconnect') log.warn({ server: status.server }, 'lost the connection to NATS');
  if (status.type === 'reconnect') log.info({ server: status.server }, 'connected to NATS again');
  if (status.type === 'error') log.error({ err: status.error }, 'NATS refused something');
}

async function drain(connection: NatsConnection, log: Logger): Promise<void> {
  if (connection.isClosed()) return;
  outgoingOf(connection).flush();
  try {
    await within(DRAIN_TIMEOUT_MS, connection.drain(), 'NATS did not drain in time');
  } catch (error) {
    log.warn({ err: error }, 'closing the connection to NATS undrained');
    await connection.close();
  }
}

async function within<T>(milliseconds: number, work: Promise<T>, otherwise: string): Promise<T> {
  const timer = new AbortController();
  const late = pause(milliseconds, undefined, { signal: timer.signal }).then(() => {
    throw new Error(otherwise);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    timer.abort();
    late.catch(() => undefined);
  }
}
