import { isoWeekday } from '../time/day-number.ts';
import { MAX_MINOR_UNITS, NEUTRAL_BPS, nightAmount, WEEKDAYS } from './price-stay.ts';
import { rangeByDay } from '../time/range-by-day.ts';
import type { DayRange } from '../time/range-by-day.ts';
import type { Pricing, Restriction, SellablePlan } from '../resources/resource.ts';

/** Amounts that were set for single dates, by day number. */
export type NightlyRates = ReadonlyMap<number, bigint>;

export interface DayLimits {
  readonly stopSell: boolean;
  readonly minStayNights: number;
  readonly maxStayNights: number | null;
  readonly closedToArrival: boolean;
  readonly closedToDeparture: boolean;
}

const NO_RATES: NightlyRates = new Map();

/** The limits of the restriction in force on each day, else those of the plan. Days under one restriction share one object. */
export function limitsByDay(plan: SellablePlan, days: DayRange): DayLimits[] {
  const known = new Map<Restriction | undefined, DayLimits>();
  return rangeByDay(plan.restrictions, days).map((restriction) => {
    const limits = known.get(restriction) ?? limitsUnder(plan, restriction);
    known.set(restriction, limits);
    return limits;
  });
}

function limitsUnder(plan: SellablePlan, restriction: Restriction | undefined): DayLimits {
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
