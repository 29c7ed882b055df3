import type { Clock, NewId } from '@lodging/kernel';
import { claimUnits } from './claim-units.ts';
import { confirmClaim } from './confirm-claim.ts';
import { createResource } from './create-resource.ts';
import { createRoomType } from './create-room-type.ts';
import { findAvailability } from './find-availability.ts';
import { listOccupancy } from './list-occupancy.ts';
import { listResources } from './list-resources.ts';
import { listRoomTypes } from './list-room-types.ts';
import type {
  Blocks,
  BulkRates,
  CalendarEtags,
  Calendars,
  Capacity,
  Claims,
  FxRates,
  Occupancies,
  Plans,
  Prices,
  Resources,
  Restrictions,
  RoomTypes,
  Stays,
} from './ports.ts';
import { priceStay } from './price-stay.ts';
import { putFxRates } from './put-fx-rates.ts';
import { putPricing } from './put-pricing.ts';
import { putRates } from './put-rates.ts';
import { putRestrictions } from './put-restrictions.ts';
import { readCalendar } from './read-calendar.ts';
import { readPricing } from './read-pricing.ts';
import { readRates } from './read-rates.ts';
import { readResource } from './read-resource.ts';
import { readRestrictions } from './read-restrictions.ts';
import { recordDeparture } from './record-departure.ts';
import { releaseClaim } from './release-claim.ts';
import { replaceBlocks } from './replace-blocks.ts';
import { setBulkRates } from './set-bulk-rates.ts';
import { summarizeCapacity } from './summarize-capacity.ts';
import { updateResource } from './update-resource.ts';

export interface Ports {
  readonly roomTypes: RoomTypes;
  readonly resources: Resources;
  readonly plans: Plans;
  readonly prices: Prices;
  readonly restrictions: Restrictions;
  readonly bulkRates: BulkRates;
  readonly fxRates: FxRates;
  readonly stays: Stays;
  readonly calendars: Calendars;
  readonly calendarEtags: CalendarEtags;
  readonly capacity: Capacity;
  readonly occupancies: Occupancies;
  readonly claims: Claims;
  readonly blocks: Blocks;
  readonly clock: Clock;
  readonly newId: NewId;
}

export type UseCases = ReturnType<typeof useCases>;

export function useCases(ports: Ports) {
  return {
    findAvailability: findAvailability(ports),
    priceStay: priceStay(ports),
    claimUnits: claimUnits(ports),
    confirmClaim: confirmClaim(ports),
    releaseClaim: releaseClaim(ports),
    recordDeparture: recordDeparture(ports),
    createRoomType: createRoomType(ports),
    listRoomTypes: listRoomTypes(ports),
    createResource: createResource(ports),
    updateResource: updateResource(ports),
    readResource: readResource(ports),
    listResources: listResources(ports),
    putRates: putRates(ports),
    readRates: readRates(ports),
    putPricing: putPricing(ports),
    readPricing: readPricing(ports),
    putRestrictions: putRestrictions(ports),
    readRestrictions: readRestrictions(ports),
    setBulkRates: setBulkRates(ports),
    readCalendar: readCalendar(ports),
    summarizeCapacity: summarizeCapacity(ports),
    listOccupancy: listOccupancy(ports),
    replaceBlocks: replaceBlocks(ports),
    putFxRates: putFxRates(ports),
  };
}
