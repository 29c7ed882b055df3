import { isoWeekday } from './day-number.ts';
import { paintDays } from './paint-days.ts';
import type { Days } from './paint-days.ts';
import { MOST_MINOR_UNITS, nightAmount, UNCHANGED, WEEKDAYS } from './price-stay.ts';
import type { Pricing, Restriction, SellablePlan } from './resource.ts';

/** Amounts of single dates, by day. */
export type OwnRates = ReadonlyMap<number, bigint>;

export interface DayTerms {
  readonly stopSell: boolean;
  readonly minStayNights: number;
  readonly maxStayNights: number | null;
  readonly closedToArrival: boolean;
  readonly closedToDeparture: boolean;
}

const NO_RATES: OwnRates = new Map();

/** The plan's own values where no restriction speaks. Days under one restriction share one object. */
export function termsOfDays(plan: SellablePlan, days: Days): DayTerms[] {
  const known = new Map<Restriction | undefined, DayTerms>();
  return paintDays(plan.restrictions, days).map((restriction) => {
    const found = known.get(restriction) ?? termsUnder(plan, restriction);
    known.set(restriction, found);
    return found;
  });
}

function termsUnder(plan: SellablePlan, restriction: Restriction | undefined): DayTerms {
  return {
    stopSell: restriction?.stopSell ?? false,
    minStayNights: restriction?.minStayNights ?? plan.minStayNights,
    maxStayNights: restriction?.maxStayNights ?? plan.maxStayNights,
    closedToArrival: restriction?.closedToArrival ?? plan.closedToArrival,
    closedToDeparture: restriction?.closedToDeparture ?? plan.closedToDeparture,
  };
}

/** What a night costs on each day; undefined where it has no price, or one that nobody could write. */
export function amountsOfDays(
  pricing: Pricing | undefined,
  ownRates: OwnRates = NO_RATES,
  days: Days,
): (bigint | undefined)[] {
  const base = pricing?.baseAmountMinorUnits ?? undefined;
  const byWeekday = WEEKDAYS.map((weekday) => pricing?.dayOfWeekMultipliersBps?.[weekday] ?? UNCHANGED);
  // Seasons of one plan do not overlap.
  return paintDays(pricing?.seasons ?? [], days).map((season, index) => {
    const day = days.first + index;
    const own = ownRates.get(day) ?? base;
    if (own === undefined) return undefined;
    const weekdayBps = byWeekday[isoWeekday(day) - 1] ?? UNCHANGED;
    const amount = nightAmount(own, weekdayBps, season?.multiplierBps ?? UNCHANGED);
    return amount <= MOST_MINOR_UNITS ? amount : undefined;
  });
}
