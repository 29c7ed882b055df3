import { isoWeekday } from '../time/day-number.ts';
import { deriveAmount, NEUTRAL_BPS, nightAmount } from './night-amount.ts';
import { includedPartyPrice } from './party-price.ts';
import { WEEKDAYS } from './price-night.ts';
import { MAX_MINOR_UNITS } from './price-stay.ts';
import type { Tariff } from './tariff.ts';
import { rangeByDay } from '../time/range-by-day.ts';
import type { DayRange } from '../time/range-by-day.ts';
import type { Restriction, SellablePlan } from '../resources/resource.ts';

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

/** The rates of a plan, and those of the parent of a derived one. */
export interface RatesByDay {
  readonly own?: NightlyRates | undefined;
  readonly parent?: NightlyRates | undefined;
}

/**
 * The price of a night on each day for the guests that the base amount includes; undefined where it has none, or one above
 * the limit of an amount.
 */
export function amountsByDay(
  { pricing, derived }: Tariff,
  { own = NO_RATES, parent = NO_RATES }: RatesByDay,
  days: DayRange,
): (bigint | undefined)[] {
  const base = pricing?.baseAmountMinorUnits ?? undefined;
  const byWeekday = WEEKDAYS.map((weekday) => pricing?.dayOfWeekMultipliersBps?.[weekday] ?? NEUTRAL_BPS);
  const party = includedPartyPrice(pricing?.occupancy);
  // Seasons of one plan do not overlap.
  return rangeByDay(pricing?.seasons ?? [], days).map((season, index) => {
    const day = days.first + index;
    const ownRate = own.get(day);
    const rate = ownRate ?? parent.get(day) ?? base;
    if (rate === undefined) return undefined;
    const weekdayBps = byWeekday[isoWeekday(day) - 1] ?? NEUTRAL_BPS;
    const seasonBps = season?.multiplierBps ?? NEUTRAL_BPS;
    const full = nightAmount(rate, weekdayBps, seasonBps, party.multiplierBps);
    const amount =
      derived === undefined || ownRate !== undefined ? full : deriveAmount(full, derived.formula);
    return amount <= MAX_MINOR_UNITS ? amount : undefined;
  });
}

/** By the id of a plan: its rates, and those of its parent where it has one. */
export function ratesOfTariff(
  rates: ReadonlyMap<string, NightlyRates>,
  plan: SellablePlan,
  { derived }: Tariff,
): RatesByDay {
  return { own: rates.get(plan.id), parent: derived && rates.get(derived.parent.id) };
}
