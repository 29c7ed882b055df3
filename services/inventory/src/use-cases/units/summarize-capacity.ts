import { ok } from '@lodging/kernel';
import type { Result } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import { countBlockedNights } from '../../domain/blocks/count-blocked-nights.ts';
import { dayNumber } from '../../domain/time/day-number.ts';
import type { DateRange, DayRange } from '../../domain/time/range-by-day.ts';
import { daysOf, daysOnSale } from '../../domain/blocks/resource-capacity.ts';
import type { ResourceCapacity } from '../../domain/blocks/resource-capacity.ts';
import type { InventoryDeps } from '../../ports/deps.ts';

export interface CurrencyCapacity {
  readonly currency: string;
  readonly unitNights: number;
  /** By imported blocks, of what is not out of order. */
  readonly blockedUnitNights: number;
  readonly outOfOrderUnitNights: number;
  /** By other blocks of the tenant. */
  readonly ownBlockedUnitNights: number;
}

type Sums = { -readonly [Key in Exclude<keyof CurrencyCapacity, 'currency'>]: number };
const NOTHING: Sums = {
  unitNights: 0,
  blockedUnitNights: 0,
  outOfOrderUnitNights: 0,
  ownBlockedUnitNights: 0,
};

/** Units times nights of all resources in the range, by currency; `to` is exclusive. */
export async function summarizeCapacity(
  { capacity }: Pick<InventoryDeps, 'capacity'>,
  { tenantId }: RequestContext,
  { from, to }: DateRange,
): Promise<Result<CurrencyCapacity[]>> {
  const days = { first: dayNumber(from), end: Math.max(dayNumber(from), dayNumber(to)) };
  const byCurrency = new Map<string, Sums>();
  for (const resource of await capacity.list(tenantId, days)) {
    const sum = byCurrency.get(resource.currency) ?? { ...NOTHING };
    const onSale = daysOnSale(resource, days);
    sum.unitNights += resource.units * (onSale.end - onSale.first) + nightsOfStays(resource, days, onSale);
    const blocked = blockedNights(resource, onSale);
    sum.outOfOrderUnitNights += blocked.outOfOrder;
    sum.blockedUnitNights += blocked.imported;
    sum.ownBlockedUnitNights += blocked.other;
    byCurrency.set(resource.currency, sum);
  }
  const sums = [...byCurrency].map(([currency, sum]) => ({ currency, ...sum }));
  return ok(sums.toSorted((one, other) => (one.currency < other.currency ? -1 : 1)));
}

/** A night has no more blocked units than the resource has; what is out of order is not counted as imported, too. */
function blockedNights(resource: ResourceCapacity, days: DayRange) {
  const count = (kinds: readonly string[]) => {
    const blocks = resource.blocks.filter(({ kind }) => kinds.includes(kind));
    return countBlockedNights(daysOf(resource, blocks), resource.units, days);
  };
  const outOfOrder = count(['out_of_order']);
  return {
    outOfOrder,
    imported: count(['out_of_order', 'external']) - outOfOrder,
    other: count(['owner_stay', 'other']),
  };
}

/** Nights that were sold earlier count as capacity, so that sold nights never exceed the capacity. */
function nightsOfStays(resource: ResourceCapacity, { end }: DayRange, onSale: DayRange): number {
  const archived = { first: onSale.end, end };
  return countBlockedNights(daysOf(resource, resource.stays), resource.units, archived);
}
