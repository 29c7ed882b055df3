import { localDate, refuse } from '@lodging/kernel';
import type { Refusal, StayWindow } from '@lodging/kernel';
import { MAX_NIGHTS } from './check-window.ts';
import { dayNumber, isoDate } from './day-number.ts';
import { reasonsOfUnits } from './fill-days.ts';
import type { UnitReason } from './fill-days.ts';
import type { Days } from './paint-days.ts';
import type { Taken } from './peak-units.ts';
import { isGeneric } from './resource.ts';
import type { ResourceConfig } from './resource.ts';
import { amountsOfDays, termsOfDays } from './sell-days.ts';
import type { DayTerms, OwnRates } from './sell-days.ts';

export interface CalendarDay {
  readonly date: string;
  readonly status: 'available' | 'unavailable';
  readonly reasons: readonly (UnitReason | 'stop_sell')[];
  readonly priceHintMinorUnits: bigint | null;
  /** The most open reading over the enabled plans. */
  readonly restrictions: Readonly<Omit<DayTerms, 'minStayNights'> & { minStayNights: number | null }>;
}

export interface CalendarFacts {
  readonly resource: ResourceConfig;
  readonly taken: readonly Taken[];
  /** By plan. */
  readonly ownRates: ReadonlyMap<string, OwnRates>;
}

type RangeTooLarge = { readonly ok: false; readonly refusal: Refusal<'range_too_large'> };

/** The nights of the window, or of a generic resource every local day that the window touches. */
export function daysOfWindow(resource: ResourceConfig, { from, to }: StayWindow): Days {
  const first = dayNumber(localDate(from, resource.timezone).toString());
  if (!isGeneric(resource)) return { first, end: dayNumber(localDate(to, resource.timezone).toString()) };
  const last = localDate(to.subtract({ nanoseconds: 1 }), resource.timezone);
  return { first, end: dayNumber(last.toString()) + 1 };
}

export function refuseWideWindow(
  { timezone }: ResourceConfig,
  window: StayWindow,
): RangeTooLarge | undefined {
  const [first, end] = [localDate(window.from, timezone), localDate(window.to, timezone)];
  if (dayNumber(end.toString()) - dayNumber(first.toString()) <= MAX_NIGHTS) return undefined;
  return tooWide;
}

/** Wider than any zone could make right. */
export function refuseHugeWindow({ from, to }: StayWindow): RangeTooLarge | undefined {
  const days = (to.epochMilliseconds - from.epochMilliseconds) / DAY_MS;
  return days > MAX_NIGHTS + 2 ? tooWide : undefined;
}

export function calendarDays({ resource, taken, ownRates }: CalendarFacts, days: Days): CalendarDay[] {
  const gone = reasonsOfUnits(resource, taken, days);
  const sales = isGeneric(resource)
    ? [{ terms: undefined, amounts: amountsOfDays(resource.pricing, undefined, days) }]
    : resource.plans
        .filter(({ enabled }) => enabled)
        .map((plan) => ({
          terms: termsOfDays(plan, days),
          amounts: amountsOfDays(plan.pricing, ownRates.get(plan.id), days),
        }));
  return gone.map((ofUnits, index) => {
    let open: Openness = isGeneric(resource) ? UNRESTRICTED : NOT_FOR_SALE;
    let hint: bigint | null = null;
    for (const { terms, amounts } of sales) {
      const ofDay = terms?.[index];
      if (ofDay !== undefined) open = open === NOT_FOR_SALE ? ofDay : mostOpen(open, ofDay);
      const amount = ofDay?.stopSell === true ? undefined : amounts[index];
      if (amount !== undefined && (hint === null || amount < hint)) hint = amount;
    }
    const reasons = open.stopSell ? [...ofUnits, 'stop_sell' as const] : ofUnits;
    return {
      date: isoDate(days.first + index),
      status: reasons.length === 0 ? 'available' : 'unavailable',
      reasons,
      priceHintMinorUnits: hint,
      restrictions: open,
    };
  });
}

type Openness = CalendarDay['restrictions'];

const UNRESTRICTED: Openness = {
  stopSell: false,
  minStayNights: null,
  maxStayNights: null,
  closedToArrival: false,
  closedToDeparture: false,
};
/** A lodging resource without an enabled plan. */
const NOT_FOR_SALE: Openness = { ...UNRESTRICTED, stopSell: true };

function mostOpen(one: Openness, other: Openness): Openness {
  if (one === other) return one;
  const [least, most] = [one.minStayNights, one.maxStayNights];
  return {
    stopSell: one.stopSell && other.stopSell,
    minStayNights:
      least === null || other.minStayNights === null ? null : Math.min(least, other.minStayNights),
    maxStayNights: most === null || other.maxStayNights === null ? null : Math.max(most, other.maxStayNights),
    closedToArrival: one.closedToArrival && other.closedToArrival,
    closedToDeparture: one.closedToDeparture && other.closedToDeparture,
  };
}

const DAY_MS = 24 * 60 * 60 * 1000;
const tooWide: RangeTooLarge = refuse('range_too_large', `A calendar has at most ${MAX_NIGHTS} nights.`);
