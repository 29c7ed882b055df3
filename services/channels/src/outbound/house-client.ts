// Owns how channels speaks to inventory of resources and of what other calendars take from them.
import { readResource, replaceBlocks } from '@lodging/contract-inventory';
import { systemCall, Unavailable } from '@lodging/kit-messaging';
import type { Bus } from '@lodging/kit-messaging';
import { HouseAway } from '../use-cases/connection-ports.ts';
import type { House } from '../use-cases/connection-ports.ts';

const READ_MS = 5_000;
/** A whole feed in one step, under the locks of all its resources. */
const REPLACE_MS = 15_000;

export function houseClient(bus: Pick<Bus, 'ask'>): House {
  return {
    hasResource: async (call, resourceId) => (await bus.ask(readResource, { resourceId }, call)).ok,
    placeOf: ({ tenantId, livemode }, resourceId) =>
      unlessAway(async () => {
        const call = systemCall(tenantId, livemode, { timeoutMs: READ_MS });
        const answer = await bus.ask(readResource, { resourceId }, call, { timeoutMs: READ_MS });
        if (!answer.ok) return undefined;
        const { kind, timezone } = answer.value;
        return { resourceId, kind: kind === 'generic' ? 'generic' : 'lodging', timezone };
      }),
    replaceBlocks: ({ tenantId, livemode, connectionId }, sequence, blocks, timeoutMs = REPLACE_MS) =>
      unlessAway(() => {
        const call = systemCall(tenantId, livemode, { timeoutMs });
        return bus.ask(replaceBlocks, { connectionId, sequence, blocks: [...blocks] }, call, { timeoutMs });
      }),
  };
}

async function unlessAway<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Unavailable) throw new HouseAway(error.message, { cause: error });
    throw error;
  }
}
