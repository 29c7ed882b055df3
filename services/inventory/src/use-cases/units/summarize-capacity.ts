import { localDate, ok } from '@lodging/kernel';
import type { Result } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import { countBlockedNights } from '../../domain/blocks/count-blocked-nights.ts';
import type { BlockedDays } from '../../domain/blocks/count-blocked-nights.ts';
import { dayNumber } from '../../domain/time/day-number.ts';
import type { DateRange, DayRange } from '../../domain/time/range-by-day.ts';
import { daysOfSpan } from '../../domain/units/unit-reasons.ts';
import type { InventoryDeps } from '../../ports/deps.ts';
import type { ResourceCapacity } from '../../ports/stays.ts';

export interface CurrencyCapacity {
  readonly currency: string;
  readonly unitNights: number;
  readonly blockedUnitNights: number;
}

/** Units times nights of all resources in the range, by currency; `to` is exclusive. */
export async function summarizeCapacity(
  { capacity }: Pick<InventoryDeps, 'capacity'>,
  { tenantId }: RequestContext,
  { from, to }: DateRange,
): Promise<Result<CurrencyCapacity[]>> {
  const days = { first: dayNumber(from), end: Math.max(dayNumber(from), dayNumber(to)) };
  const byCurrency = new Map<string, { unitNights: number; blockedUnitNights: number }>();
  for (const resource of await capacity.list(tenantId, days)) {
    const sum = byCurrency.get(resource.currency) ?? { unitNights: 0, blockedUnitNights: 0 };
    const onSale = daysOnSale(resource, days);
    sum.unitNights += resource.units * (onSale.end - onSale.first) + nightsOfStays(resource, days, onSale);
    sum.blockedUnitNights += countBlockedNights(daysOf(resource, resource.blocks), resource.units, onSale);
    byCurrency.set(resource.currency, sum);
  }
  const sums = [...byCurrency].map(([currency, sum]) => ({ currency, ...sum }));
  return ok(sums.toSorted((one, other) => (one.currency < other.currency ? -1 : 1)));
}

/** The days before the local date on which the resource was archived. */
function daysOnSale({ archivedAt, timezone }: ResourceCapacity, { first, end }: DayRange): DayRange {
  if (archivedAt === null) return { first, end };
  const archivedOn = dayNumber(localDate(archivedAt, timezone).toString());
  return { first, end: Math.max(first, Math.min(end, archivedOn)) };
}

/** Nights that were sold earlier count as capacity, so that sold nights never exceed the capacity. */
function nightsOfStays(resource: ResourceCapacity, { end }: DayRange, onSale: DayRange): number {
  const archived = { first: onSale.end, end };
  return countBlockedNights(daysOf(resource, resource.stays), resource.units, archived);
}

function daysOf(resource: ResourceCapacity, spans: ResourceCapacity['blocks']): BlockedDays[] {
  return spans.map((span) => ({ ...daysOfSpan(resource, span), units: span.units }));
}
