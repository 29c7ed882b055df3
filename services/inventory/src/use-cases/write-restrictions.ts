import type { RestrictionEntry as Entry } from '@lodging/contract-inventory';
import { momentOnDate } from '../domain/restrict-plans.ts';
import type { Limits, RestrictionEntry } from '../domain/restrict-plans.ts';
import type { RestrictionList } from './ports.ts';
import { windowOf, writeInstant } from './wire.ts';

export function readRestriction(entry: Entry): RestrictionEntry {
  const { from: fromAt, to: toAt } = windowOf(entry);
  return { ratePlanCode: entry.ratePlanCode, fromAt, toAt, limits: readLimits(entry) };
}

/** Absent is null: says nothing. */
export function readLimits(entry: { readonly [Key in keyof Limits]?: Limits[Key] | undefined }): Limits {
  return {
    stopSell: entry.stopSell ?? false,
    minStayNights: entry.minStayNights ?? null,
    maxStayNights: entry.maxStayNights ?? null,
    closedToArrival: entry.closedToArrival ?? null,
    closedToDeparture: entry.closedToDeparture ?? null,
  };
}

export function writeRestrictions(resourceId: string, { timezone, restrictions }: RestrictionList) {
  return {
    resourceId,
    restrictions: restrictions.map(({ id, ratePlanCode, from, to, fromAt, toAt, ...limits }) => ({
      id,
      ratePlanCode,
      from: writeInstant(momentOnDate(from, fromAt, timezone)),
      to: writeInstant(momentOnDate(to, toAt, timezone)),
      ...limits,
    })),
  };
}
