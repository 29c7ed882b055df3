import { listConnections, syncConnection } from '@lodging/contract-channels';
import type { Bus } from '@lodging/kit-messaging';
import type { ChannelsClient } from '../../ports/neighbours.ts';

const TIMEOUT_MS = 5_000;
const options = { timeoutMs: TIMEOUT_MS };

export function createChannelsClient(bus: Pick<Bus, 'request'>): ChannelsClient {
  return {
    listConnections: (ctx, page) => bus.request(listConnections, page, ctx, options),
    syncConnection: (ctx, connectionId) => bus.request(syncConnection, { connectionId }, ctx, options),
  };
}
