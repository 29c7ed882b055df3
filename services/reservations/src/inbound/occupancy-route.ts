import { readOccupancy as operation } from '@lodging/contract-reservations';
import { mapResult } from '@lodging/kernel';
import { on } from '@lodging/kit-messaging';
import type { Route } from '@lodging/kit-messaging';
import type { ReservationsDeps } from '../ports/deps.ts';
import { readOccupancy } from '../use-cases/occupancy/read-occupancy.ts';
import { occupancyToWire } from '../wire/occupancy.ts';

export function occupancyRoute(deps: Pick<ReservationsDeps, 'blocks' | 'occupancy' | 'clock'>): Route {
  return on(operation, async (request, ctx) => {
    const asOf = deps.clock.now();
    return mapResult(await readOccupancy(deps, ctx, request), (occupancy) =>
      occupancyToWire(request, occupancy, asOf),
    );
  });
}
