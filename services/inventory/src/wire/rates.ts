import type * as contract from '@lodging/contract-inventory';
import type { RequestOf, ResponseOf } from '@lodging/contract-wire';
import { instantText } from '@lodging/kernel';
import { endPage } from '@lodging/kit-messaging';
import type { BulkRateChange, BulkRateRequest } from '../domain/rates/bulk-rates.ts';
import { instantOnDate } from '../domain/rates/restrictions.ts';
import type { RestrictionEntry, RestrictionValues } from '../domain/rates/restrictions.ts';
import type { RestrictionList } from '../ports/rates.ts';
import type { PutRestrictions } from '../use-cases/rates/put-restrictions.ts';
import type { Span } from '../domain/calendar/rate-overview.ts';
import type { BulkRates, ReadBulkRates } from '../use-cases/rates/read-bulk-rates.ts';
import { derivationToWire } from './resources.ts';
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
  readonly [Key in keyof RestrictionValues]?: RestrictionValues[Key] | null | undefined;
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
  const { roomTypeId, ratePlanCode, from, to, daysOfWeek, resourceIds, nightlyRate, restriction, merge } =
    request;
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
    restriction: merge === true ? undefined : restriction && restrictionValuesFromWire(restriction),
    merged: merge === true ? restriction && sentLimits(restriction) : undefined,
  };
}

/** Without those that are absent; null opens a sale that was stopped. */
function sentLimits(
  restriction: NonNullable<RequestOf<typeof contract.setBulkRates>['restriction']>,
): Partial<RestrictionValues> {
  const { stopSell, ...others } = restriction;
  const sent = Object.fromEntries(Object.entries(others).filter(([, value]) => value !== undefined));
  return stopSell === undefined ? sent : { ...sent, stopSell: stopSell ?? false };
}

export function bulkRatesToWire({ targets, dates }: BulkRateChange) {
  const resources = targets.map(({ resourceId }) => ({ resourceId, nights: dates.length }));
  return {
    updatedResources: dates.length === 0 ? 0 : resources.length,
    updatedNights: resources.length * dates.length,
    resources,
  };
}

export function bulkReadFromWire({
  roomTypeId,
  from,
  to,
  ratePlanCode,
}: RequestOf<typeof contract.readBulkRates>): ReadBulkRates {
  return { roomTypeId, from, to, ratePlanCode };
}

export function bulkReadToWire(
  { roomTypeId }: RequestOf<typeof contract.readBulkRates>,
  { resources, plans }: BulkRates,
): ResponseOf<typeof contract.readBulkRates> {
  return {
    roomTypeId,
    resources,
    plans: plans.map(({ derivedFrom, days, ...plan }) => ({
      ...plan,
      derivedFrom: derivedFrom && derivationToWire(derivedFrom),
      days: days.map(({ nightly: { overridden, missing, ...nightly }, selling, ...day }) => ({
        ...day,
        nightly: { ...amountsToWire(nightly), overridden, missing },
        selling: amountsToWire(selling),
      })),
    })),
  };
}

function amountsToWire({ lowest, highest }: Span<bigint>) {
  return {
    lowestMinorUnits: lowest === null ? null : String(lowest),
    highestMinorUnits: highest === null ? null : String(highest),
  };
}
