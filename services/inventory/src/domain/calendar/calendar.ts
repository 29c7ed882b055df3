import { localDate, refuse } from '@lodging/kernel';
import type { Refused, StayWindow } from '@lodging/kernel';
import { MAX_NIGHTS } from '../time/check-window.ts';
import { DAY_MS, dayNumber, isoDate } from '../time/day-number.ts';
import { amountsByDay, limitsByDay, ratesOfTariff } from '../stays/plan-by-day.ts';
import type { DayLimits, NightlyRates } from '../stays/plan-by-day.ts';
import { tariffOf } from '../stays/tariff.ts';
import type { TakenUnits } from '../units/peak-units.ts';
import type { DayRange } from '../time/range-by-day.ts';
import { isGeneric } from '../time/resource-kind.ts';
import type { ResourceConfig } from '../resources/resource.ts';
import type { ResourceAxis } from '../time/stay.ts';
import { unitReasonsByDay } from '../units/unit-reasons.ts';
import type { UnitReason } from '../units/unit-reasons.ts';

export interface CalendarDay {
  readonly date: string;
  readonly status: 'available' | 'unavailable';
  readonly reasons: readonly (UnitReason | 'stop_sell')[];
  readonly priceHintMinorUnits: bigint | null;
  /** The least restrictive limits over the enabled plans. */
  readonly restrictions: Readonly<Omit<DayLimits, 'minStayNights'> & { minStayNights: number | null }>;
}

/** The data of a calendar, all of one moment. */
export interface CalendarSnapshot {
  readonly resource: ResourceConfig;
  readonly taken: readonly TakenUnits[];
  /** By rate plan id. */
  readonly nightlyRates: ReadonlyMap<string, NightlyRates>;
}

type RangeTooLarge = Refused<'range_too_large'>;

/** The nights of the window; of a generic resource every local day that the window touches. */
export function daysOfWindow(resource: ResourceAxis, { from, to }: StayWindow): DayRange {
  const first = dayNumber(localDate(from, resource.timezone).toString());
  if (!isGeneric(resource)) return { first, end: dayNumber(localDate(to, resource.timezone).toString()) };
  const last = localDate(to.subtract({ nanoseconds: 1 }), resource.timezone);
  return { first, end: dayNumber(last.toString()) + 1 };
}

export function checkCalendarWidth(
  { timezone }: ResourceConfig,
  window: StayWindow,
): RangeTooLarge | undefined {
  const [first, end] = [localDate(window.from, timezone), localDate(window.to, timezone)];
  if (dayNumber(end.toString()) - dayNumber(first.toString()) <= MAX_NIGHTS) return undefined;
  return rangeTooLarge;
}

/** Refuses a window that is too wide in every time zone, before the resource is read. */
export function checkWidthInAnyZone({ from, to }: StayWindow): RangeTooLarge | undefined {
  const days = (to.epochMilliseconds - from.epochMilliseconds) / DAY_MS;
  return days > MAX_NIGHTS + 2 ? rangeTooLarge : undefined;
}

export function calendarDays(
  { resource, taken, nightlyRates }: CalendarSnapshot,
  days: DayRange,
): CalendarDay[] {
  const reasonsByDay = unitReasonsByDay(resource, taken, days);
  const isOpen = isGeneric(resource) && !resource.isArchived;
  const offers = isOpen
    ? [{ limits: undefined, amounts: amountsByDay(tariffOf(resource, undefined), {}, days) }]
    : resource.plans
        .filter(({ enabled }) => enabled && !resource.isArchived)
        .map((plan) => {
          const tariff = tariffOf(resource, plan);
          const amounts = amountsByDay(tariff, ratesOfTariff(nightlyRates, plan, tariff), days);
          return { limits: limitsByDay(plan, days), amounts };
        });
  return reasonsByDay.map((unitReasons, index) => {
    let restrictions: DayRestrictions = isOpen ? UNRESTRICTED : NOT_FOR_SALE;
    let hint: bigint | null = null;
    for (const { limits, amounts } of offers) {
      const ofDay = limits?.[index];
      if (ofDay !== undefined)
        restrictions = restrictions === NOT_FOR_SALE ? ofDay : leastRestrictive(restrictions, ofDay);
      const amount = ofDay?.stopSell === true ? undefined : amounts[index];
      if (amount !== undefined && (hint === null || amount < hint)) hint = amount;
    }
    const reasons = restrictions.stopSell ? [...unitReasons, 'stop_sell' as const] : unitReasons;
    return {
      date: isoDate(days.first + index),
      status: reasons.length === 0 ? 'available' : 'unavailable',
      reasons,
      priceHintMinorUnits: hint,
      restrictions,
    };
  });
}

type DayRestrictions = CalendarDay['restrictions'];

const UNRESTRICTED: DayRestrictions = {
  stopSell: false,
  minStayNights: null,
  maxStayNights: null,
  closedToArrival: false,
  closedToDeparture: false,
};
/** A lodging resource without an enabled plan, and an archived one. */
const NOT_FOR_SALE: DayRestrictions = { ...UNRESTRICTED, stopSell: true };

function leastRestrictive(one: DayRestrictions, other: DayRestrictions): DayRestrictions {
  if (one === other) return one;
  const [minimum, maximum] = [one.minStayNights, one.maxStayNights];
  return {
    stopSell: one.stopSell && other.stopSell,
    minStayNights:
      minimum === null || other.minStayNights === null ? null : Math.min(minimum, other.minStayNights),
    maxStayNights:
      maximum === null || other.maxStayNights === null ? null : Math.max(maximum, other.maxStayNights),
    closedToArrival: one.closedToArrival && other.closedToArrival,
    closedToDeparture: one.closedToDeparture && other.closedToDeparture,
  };
}

const rangeTooLarge: RangeTooLarge = refuse(
  'range_too_large',
  `A calendar has at most ${MAX_NIGHTS} nights.`,
);
