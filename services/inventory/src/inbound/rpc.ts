import type { RequestContext } from '@lodging/kit-runtime';
import {
  claimUnits,
  confirmClaim,
  createResource,
  createRoomType,
  findAvailability,
  listOccupancy,
  listResources,
  listRoomTypes,
  priceStay,
  putFxRates,
  putPricing,
  putRates,
  putRestrictions,
  readCalendar,
  readPricing,
  readRates,
  readResource,
  readRestrictions,
  releaseClaim,
  replaceBlocks,
  setBulkRates,
  summarizeCapacity,
  updateResource,
} from '@lodging/contract-inventory';
import { on } from '@lodging/kit-messaging';
import type { Operation, Outcome, Route } from '@lodging/kit-messaging';
import type { UseCases } from '../use-cases/use-cases.ts';
import { checkBlocks } from './check-blocks.ts';

export function routes(uses: UseCases): Route[] {
  return [
    forTenant(findAvailability, uses.findAvailability),
    forTenant(priceStay, uses.priceStay),
    forTenant(claimUnits, uses.claimUnits),
    forTenant(confirmClaim, uses.confirmClaim),
    forTenant(releaseClaim, uses.releaseClaim),
    forTenant(createRoomType, uses.createRoomType),
    forTenant(listRoomTypes, uses.listRoomTypes),
    forTenant(createResource, uses.createResource),
    forTenant(updateResource, uses.updateResource),
    forTenant(readResource, uses.readResource),
    forTenant(listResources, uses.listResources),
    forTenant(putRates, uses.putRates),
    forTenant(readRates, uses.readRates),
    forTenant(putPricing, uses.putPricing),
    forTenant(readPricing, uses.readPricing),
    forTenant(putRestrictions, uses.putRestrictions),
    forTenant(readRestrictions, uses.readRestrictions),
    forTenant(setBulkRates, uses.setBulkRates),
    forTenant(readCalendar, uses.readCalendar),
    forTenant(summarizeCapacity, uses.summarizeCapacity),
    forTenant(listOccupancy, uses.listOccupancy),
    // Tells of conflicts, and events say whether they are of a live tenant.
    on(replaceBlocks, async (request, { tenantId, livemode }) => {
      await checkBlocks(request.blocks);
      return uses.replaceBlocks(tenantId, request, livemode);
    }),
    forTenant(putFxRates, uses.putFxRates),
  ];
}

/** Almost every use case acts for one tenant; nothing else of the call concerns it. */
function forTenant<Req, Res>(
  operation: Operation<Req, Res>,
  use: (tenantId: string, request: Req) => Promise<Outcome<Res>>,
): Route {
  return on(operation, (request: Req, ctx: RequestContext) => use(ctx.tenantId, request));
}
