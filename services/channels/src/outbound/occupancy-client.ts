import { listOccupancy, readResource } from '@lodging/contract-inventory';
import type { Bus } from '@lodging/kit-messaging';
import type { Occupancy } from '../use-cases/feed-ports.ts';

export function createOccupancyClient(bus: Pick<Bus, 'ask'>): Occupancy {
  return {
    hasResource: async (call, resourceId) => (await bus.ask(readResource, { resourceId }, call)).ok,
    list: (call, { resourceId, from, to, excludeConnectionId }) =>
      bus.ask(
        listOccupancy,
        {
          resourceId,
          from: from.toString(),
          to: to.toString(),
          ...(excludeConnectionId !== undefined && { excludeConnectionId }),
        },
        call,
      ),
  };
}
