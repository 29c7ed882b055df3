import type { components } from '@lodging/client';
import { addDays } from '@lodging/format';
import { writeAmount } from '../amount-input.ts';
import type { Separators } from '../amount-input.ts';
import { writePercent } from '../percent-input.ts';

export type PricingEntry = components['schemas']['PricingEntry'];

export const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
export type Weekday = (typeof WEEKDAYS)[number];

export interface SeasonDraft {
  readonly name: string;
  readonly from: string;
  /** The last night. */
  readonly until: string;
  readonly percent: string;
}

export interface LeadTimeDraft {
  readonly atLeast: string;
  /** Empty: without an end. */
  readonly atMost: string;
  readonly percent: string;
}

export interface LengthDraft {
  readonly nights: string;
  readonly percent: string;
}

export interface ChildDraft {
  readonly fromAge: string;
  readonly toAge: string;
  readonly amount: string;
}

export interface OccupancyDraft {
  readonly includedAdults: string;
  readonly extraAdult: string;
  readonly single: string;
  readonly includedChildren: string;
  readonly children: readonly ChildDraft[];
}

/** The prices of a plan as a person types them; percentages are those of the base price. */
export interface PricingDraft {
  /** Empty: nights without a rate of their own have no price. */
  readonly base: string;
  readonly weekdays: Readonly<Record<Weekday, string>>;
  readonly seasons: readonly SeasonDraft[];
  readonly leadTimes: readonly LeadTimeDraft[];
  readonly lengths: readonly LengthDraft[];
  /** Null: every party pays the same. */
  readonly occupancy: OccupancyDraft | null;
}

const WHOLE_BPS = 10_000;

export const emptyOccupancy: OccupancyDraft = {
  includedAdults: '2',
  extraAdult: '',
  single: '100',
  includedChildren: '0',
  children: [],
};

export function draftOfPricing(
  entry: PricingEntry | undefined,
  currency: string,
  separators: Separators,
): PricingDraft {
  const percent = (bps: number): string => writePercent(bps, separators);
  const amount = (minorUnits: string): string => writeAmount(minorUnits, currency, separators);
  const base = entry?.baseAmountMinorUnits ?? null;
  const days = entry?.dayOfWeekMultipliersBps ?? {};
  return {
    base: base === null ? '' : amount(base),
    weekdays: Object.fromEntries(
      WEEKDAYS.map((day) => [day, percent(days[day] ?? WHOLE_BPS)]),
    ) as PricingDraft['weekdays'],
    seasons: (entry?.seasons ?? []).map(({ name, from, to, multiplierBps }) => ({
      name,
      from,
      until: addDays(to, -1),
      percent: percent(multiplierBps),
    })),
    leadTimes: (entry?.leadTimeTiers ?? []).map(({ minDaysAhead, maxDaysAhead, multiplierBps }) => ({
      atLeast: String(minDaysAhead),
      atMost: maxDaysAhead === null ? '' : String(maxDaysAhead),
      percent: percent(multiplierBps),
    })),
    lengths: (entry?.lengthOfStayTiers ?? []).map(({ minNights, multiplierBps }) => ({
      nights: String(minNights),
      percent: percent(multiplierBps),
    })),
    occupancy: occupancyDraft(entry?.occupancy ?? null, percent, amount),
  };
}

function occupancyDraft(
  occupancy: PricingEntry['occupancy'] | null,
  percent: (bps: number) => string,
  amount: (minorUnits: string) => string,
): OccupancyDraft | null {
  if (occupancy === null || occupancy === undefined) return null;
  return {
    includedAdults: String(occupancy.includedAdults),
    extraAdult: amount(occupancy.extraAdultMinorUnits),
    single: percent(occupancy.singleAdultMultiplierBps ?? WHOLE_BPS),
    includedChildren: String(occupancy.includedChildren ?? 0),
    children: (occupancy.children ?? []).map(({ fromAge, toAge, amountMinorUnits }) => ({
      fromAge: String(fromAge),
      toAge: String(toAge),
      amount: amount(amountMinorUnits),
    })),
  };
}
