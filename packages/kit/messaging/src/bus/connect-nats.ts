import { connect } from '@nats-io/transport-node';
import type { NatsConnection } from '@nats-io/nats-core';
import { serverOptions } from './server-options.ts';
import type { BusServers } from './server-options.ts';

export interface ConnectNatsOptions extends BusServers {
  /** Also of the inbox: `_INBOX_<name>.>`. */
  readonly name: string;
}

/** Waits for a server that is not there yet, and reconnects for ever. */
export function connectNats(options: ConnectNatsOptions): Promise<NatsConnection> {
  const { name } = options;
  return connect({
    ...serverOptions(options),
    name,
    inboxPrefix: `_INBOX_${name}`,
    waitOnFirstConnect: true,
    maxReconnectAttempts: -1,
    // A user that is unknown to the server may be one that is still being configured: keep reconnecting.
    ignoreAuthErrorAbort: true,
    reconnectTimeWait: 250,
    reconnectJitter: 250,
    timeout: 2000,
    pingInterval: 5000,
    maxPingOut: 2,
    // Without this, each request builds two stack traces that are not used.
    noAsyncTraces: true,
  });
}
