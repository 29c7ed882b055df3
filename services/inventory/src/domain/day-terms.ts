import { isoWeekday } from './day-number.ts';
import { MAX_MINOR_UNITS, NEUTRAL_BPS, nightAmount, WEEKDAYS } from './price-stay.ts';
import { rangeByDay } from './range-by-day.ts';
import type { DayRange } from './range-by-day.ts';
import type { Pricing, Restriction, SellablePlan } from './resource.ts';

/** Amounts that were set for single dates, by day number. */
export type NightlyRates = ReadonlyMap<number, bigint>;

export interface DayTerms {
  readonly stopSell: boolean;
  readonly minStayNights: number;
  readonly maxStayNights: number | null;
  readonly closedToArrival: boolean;
  readonly closedToDeparture: boolean;
}

const NO_RATES: NightlyRates = new Map();

/** The terms of the restriction in force on each day, else those of the plan. Days under one restriction share one object. */
export function termsByDay(plan: SellablePlan, days: DayRange): DayTerms[] {
  const known = new Map<Restriction | undefined, DayTerms>();
  return rangeByDay(plan.restrictions, days).map((restriction) => {
    const terms = known.get(restriction) ?? termsUnder(plan, restriction);
    known.set(restriction, terms);
    return terms;
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

/** The price of a night on each day; undefined where it has none, or one above the limit of an amount. */
export function amountsByDay(
  pricing: Pricing | undefined,
  nightlyRates: NightlyRates = NO_RATES,
  days: DayRange,
): (bigint | undefined)[] {
  const base = pricing?.baseAmountMinorUnits ?? undefined;
  const byWeekday = WEEKDAYS.map((weekday) => pricing?.dayOfWeekMultipliersBps?.[weekday] ?? NEUTRAL_BPS);
  // Seasons of one plan do not overlap.
  return rangeByDay(pricing?.seasons ?? [], days).map((season, index) => {
    const day = days.first + index;
    const rate = nightlyRates.get(day) ?? base;
    if (rate === undefined) return undefined;
    const weekdayBps = byWeekday[isoWeekday(day) - 1] ?? NEUTRAL_BPS;
    const amount = nightAmount(rate, weekdayBps, season?.multiplierBps ?? NEUTRAL_BPS);
    return amount <= MAX_MINOR_UNITS ? amount : undefined;
  });
}
