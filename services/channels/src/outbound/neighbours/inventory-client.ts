import { listOccupancy, readResource, replaceBlocks } from '@lodging/contract-inventory';
import type { ExternalBlock } from '@lodging/contract-inventory';
import type { RequestOf } from '@lodging/contract-wire';
import { Unavailable } from '@lodging/kit-messaging';
import type { Bus } from '@lodging/kit-messaging';
import { systemContext } from '@lodging/kit-runtime';
import type { Logger, RequestContext } from '@lodging/kit-runtime';
import type { Block } from '../../domain/sync/blocks.ts';
import { blocksChanged } from '../../metrics.ts';
import { InventoryUnavailable } from '../../ports/neighbours.ts';
import type { ConnectionRef, InventoryClient } from '../../ports/neighbours.ts';

const READ_TIMEOUT_MS = 5_000;
/** A step may have 20,000 blocks, and waits behind others of that size. */
const REPLACE_TIMEOUT_MS = 30_000;

export function createInventoryClient(bus: Pick<Bus, 'request'>, log: Logger): InventoryClient {
  const replace = (
    connection: ConnectionRef,
    request: Omit<RequestOf<typeof replaceBlocks>, 'connectionId'>,
    timeoutMs: number,
  ) =>
    mapUnavailable(log, connection, async () => {
      const { tenantId, livemode, connectionId } = connection;
      const ctx = systemContext(tenantId, livemode, { timeoutMs });
      const answer = await bus.request(replaceBlocks, { connectionId, ...request }, ctx, { timeoutMs });
      if (answer.ok) countChanges(answer.value);
      return answer;
    });
  return {
    hasResource: async (ctx, resourceId) =>
      (await bus.request(readResource, { resourceId }, inOwnName(ctx))).ok,
    listOccupancy: (ctx, { resourceId, from, to, excludeConnectionId }) => {
      const window = { resourceId, from: from.toString(), to: to.toString() };
      const excluded = excludeConnectionId !== undefined && { excludeConnectionId };
      return bus.request(listOccupancy, { ...window, ...excluded }, ctx);
    },
    findResource: (connection, resourceId) =>
      mapUnavailable(log, connection, async () => {
        const timeout = { timeoutMs: READ_TIMEOUT_MS };
        const ctx = systemContext(connection.tenantId, connection.livemode, timeout);
        const answer = await bus.request(readResource, { resourceId }, ctx, timeout);
        if (!answer.ok) return undefined;
        const { kind, timezone } = answer.value;
        return { resourceId, kind: kind === 'generic' ? 'generic' : 'lodging', timezone };
      }),
    replaceBlocks: (connection, sequence, blocks, mappedTo) => {
      const request = { sequence, blocks: blocks.map(blockToWire), mappedTo: [...mappedTo] };
      return replace(connection, request, REPLACE_TIMEOUT_MS);
    },
    releaseBlocks: (connection, sequence, timeoutMs = REPLACE_TIMEOUT_MS) =>
      replace(connection, { sequence, blocks: [], all: true }, timeoutMs),
  };
}

/** The mandate of a client's request ends in this service. */
function inOwnName(ctx: RequestContext): RequestContext {
  return { ...ctx, caller: { kind: 'service', permissions: [] } };
}

async function mapUnavailable<T>(
  log: Logger,
  { connectionId }: ConnectionRef,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Unavailable)) throw error;
    log.warn({ err: error, connectionId }, 'inventory is unavailable; the connection is synced again');
    throw new InventoryUnavailable(error.message, { cause: error });
  }
}

/** The name in conflicts is left out where it is the key, as in most feeds. */
function blockToWire({ inboundEvent, ...block }: Block): ExternalBlock {
  return inboundEvent === block.key ? block : { ...block, inboundEvent };
}

function countChanges({
  added,
  moved,
  removed,
}: Readonly<Record<'added' | 'moved' | 'removed', number>>): void {
  const changed = added + moved + removed;
  if (changed > 0) blocksChanged.add(changed);
}
