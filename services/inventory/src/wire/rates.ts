import type * as contract from '@lodging/contract-inventory';
import type { RequestOf } from '@lodging/contract-wire';
import { instantText } from '@lodging/kernel';
import { endPage } from '@lodging/kit-messaging';
import type { BulkRateChange, BulkRateRequest } from '../domain/rates/bulk-rates.ts';
import { instantOnDate } from '../domain/rates/restrictions.ts';
import type { RestrictionEntry, RestrictionValues } from '../domain/rates/restrictions.ts';
import type { RestrictionList } from '../ports/rates.ts';
import type { PutRestrictions } from '../use-cases/rates/put-restrictions.ts';
import { windowFromWire } from './time.ts';

export function restrictionsFromWire({
  resourceId,
  restrictions,
}: RequestOf<typeof contract.putRestrictions>): PutRestrictions {
  return { resourceId, entries: restrictions.map(entryFromWire) };
}

function entryFromWire(entry: contract.RestrictionEntry): RestrictionEntry {
  const { window, ratePlanCode } = windowFromWire(entry);
  return { ratePlanCode, fromAt: window.from, toAt: window.to, values: restrictionValuesFromWire(entry) };
}

/** A missing value is null: the plan's own value applies. */
function restrictionValuesFromWire(entry: {
  readonly [Key in keyof RestrictionValues]?: RestrictionValues[Key] | undefined;
}): RestrictionValues {
  return {
    stopSell: entry.stopSell ?? false,
    minStayNights: entry.minStayNights ?? null,
    maxStayNights: entry.maxStayNights ?? null,
    closedToArrival: entry.closedToArrival ?? null,
    closedToDeparture: entry.closedToDeparture ?? null,
  };
}

export function restrictionsToWire(resourceId: string, { timezone, ...page }: RestrictionList) {
  const { items, last } = endPage(
    page,
    ({ item: { id, ratePlanCode, from, to, fromAt, toAt, ...values } }) => ({
      id,
      ratePlanCode,
      from: instantText(instantOnDate(from, fromAt, timezone)),
      to: instantText(instantOnDate(to, toAt, timezone)),
      ...values,
    }),
  );
  return { resourceId, restrictions: items, nextAfter: last?.position ?? null };
}

export function bulkRatesFromWire(request: RequestOf<typeof contract.setBulkRates>): BulkRateRequest {
  const { roomTypeId, ratePlanCode, from, to, daysOfWeek, resourceIds, nightlyRate, restriction } = request;
  return {
    roomTypeId,
    resourceIds: resourceIds && [...new Set(resourceIds)],
    ratePlanCode,
    from,
    to,
    daysOfWeek,
    nightlyRate: nightlyRate && {
      amountMinorUnits: BigInt(nightlyRate.amountMinorUnits),
      currency: nightlyRate.currency,
    },
    restriction: restriction && restrictionValuesFromWire(restriction),
  };
}

export function bulkRatesToWire({ targets, dates }: BulkRateChange) {
  const resources = targets.map(({ resourceId }) => ({ resourceId, nights: dates.length }));
  return {
    updatedResources: dates.length === 0 ? 0 : resources.length,
    updatedNights: resources.length * dates.length,
    resources,
  };
}
