import { systemContext } from '@lodging/kit-runtime';
import { readResource, replaceBlocks } from '@lodging/contract-inventory';
import type { ExternalBlock } from '@lodging/contract-inventory';
import type { RequestOf } from '@lodging/contract-wire';
import { Unavailable } from '@lodging/kit-messaging';
import type { Bus } from '@lodging/kit-messaging';
import type { Logger } from '@lodging/kit-runtime';
import type { Block } from '../domain/blocks.ts';
import { InventoryUnavailable } from '../use-cases/connection-ports.ts';
import type { InventoryClient } from '../use-cases/connection-ports.ts';
import { blocksChanged } from '../metrics.ts';

/** What most events say twice goes over once. */
function written({ inboundEvent, ...block }: Block): ExternalBlock {
  return inboundEvent === block.key ? block : { ...block, inboundEvent };
}

const READ_MS = 5_000;
/** A whole feed in one step, which may have to wait behind others of its size. */
const REPLACE_MS = 30_000;

type Replaced = Readonly<Record<'added' | 'moved' | 'removed', number>>;

export function inventoryClient(bus: Pick<Bus, 'ask'>, log: Logger): InventoryClient {
  const unlessAway = async <T>(connectionId: string, work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof Unavailable)) throw error;
      log.warn({ err: error, connectionId }, 'inventory did not take a calendar in; it is tried again');
      throw new InventoryUnavailable(error.message, { cause: error });
    }
  };
  const step = (
    { tenantId, livemode, connectionId }: Parameters<InventoryClient['replaceBlocks']>[0],
    request: Omit<RequestOf<typeof replaceBlocks>, 'connectionId'>,
    timeoutMs: number,
  ) =>
    unlessAway(connectionId, async () => {
      const call = systemContext(tenantId, livemode, { timeoutMs });
      const answer = await bus.ask(replaceBlocks, { connectionId, ...request }, call, { timeoutMs });
      if (answer.ok) countChanges(answer.value);
      return answer;
    });
  return {
    hasResource: async (call, resourceId) => (await bus.ask(readResource, { resourceId }, call)).ok,
    placeOf: ({ tenantId, livemode, connectionId }, resourceId) =>
      unlessAway(connectionId, async () => {
        const call = systemContext(tenantId, livemode, { timeoutMs: READ_MS });
        const answer = await bus.ask(readResource, { resourceId }, call, { timeoutMs: READ_MS });
        if (!answer.ok) return undefined;
        const { kind, timezone } = answer.value;
        return { resourceId, kind: kind === 'generic' ? 'generic' : 'lodging', timezone };
      }),
    replaceBlocks: (of, sequence, blocks, mappedTo) =>
      step(of, { sequence, blocks: blocks.map(written), mappedTo: [...mappedTo] }, REPLACE_MS),
    freeBlocks: (of, sequence, timeoutMs = REPLACE_MS) =>
      step(of, { sequence, blocks: [], all: true }, timeoutMs),
  };
}

function countChanges({ added, moved, removed }: Replaced): void {
  const changed = added + moved + removed;
  if (changed > 0) blocksChanged.add(changed);
}
