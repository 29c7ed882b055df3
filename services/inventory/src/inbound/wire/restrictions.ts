import type * as contract from '@lodging/contract-inventory';
import type { RequestOf } from '@lodging/contract-wire';
import { instantText } from '@lodging/kernel';
import type { BulkRateChange, BulkRateRequest } from '../../domain/bulk-rates.ts';
import { instantOnDate } from '../../domain/restrictions.ts';
import type { RestrictionEntry, RestrictionTerms } from '../../domain/restrictions.ts';
import type { RestrictionList } from '../../ports/prices.ts';
import type { PutRestrictions } from '../../use-cases/put-restrictions.ts';
import { decodeWindow } from './window.ts';

export function decodeRestrictions({
  resourceId,
  restrictions,
}: RequestOf<typeof contract.putRestrictions>): PutRestrictions {
  return { resourceId, entries: restrictions.map(decodeEntry) };
}

function decodeEntry(entry: contract.RestrictionEntry): RestrictionEntry {
  const { window, ratePlanCode } = decodeWindow(entry);
  return { ratePlanCode, fromAt: window.from, toAt: window.to, terms: decodeTerms(entry) };
}

/** A missing value is null: the plan's own value applies. */
function decodeTerms(entry: {
  readonly [Key in keyof RestrictionTerms]?: RestrictionTerms[Key] | undefined;
}): RestrictionTerms {
  return {
    stopSell: entry.stopSell ?? false,
    minStayNights: entry.minStayNights ?? null,
    maxStayNights: entry.maxStayNights ?? null,
    closedToArrival: entry.closedToArrival ?? null,
    closedToDeparture: entry.closedToDeparture ?? null,
  };
}

export function encodeRestrictions(resourceId: string, { timezone, restrictions }: RestrictionList) {
  return {
    resourceId,
    restrictions: restrictions.map(({ id, ratePlanCode, from, to, fromAt, toAt, ...terms }) => ({
      id,
      ratePlanCode,
      from: instantText(instantOnDate(from, fromAt, timezone)),
      to: instantText(instantOnDate(to, toAt, timezone)),
      ...terms,
    })),
  };
}

export function decodeBulkRates(request: RequestOf<typeof contract.setBulkRates>): BulkRateRequest {
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
    restriction: restriction && decodeTerms(restriction),
  };
}

export function encodeBulkRates({ targets, dates }: BulkRateChange) {
  const resources = targets.map(({ resourceId }) => ({ resourceId, nights: dates.length }));
  return {
    updatedResources: dates.length === 0 ? 0 : resources.length,
    updatedNights: resources.length * dates.length,
    resources,
  };
}
