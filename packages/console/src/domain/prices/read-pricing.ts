import { addDays, isDate } from '@lodging/format';
import { readAmount } from '../amount-input.ts';
import type { Separators } from '../amount-input.ts';
import { readFactor } from '../percent-input.ts';
import { WEEKDAYS } from './pricing-draft.ts';
import type { OccupancyDraft, PricingDraft, PricingEntry } from './pricing-draft.ts';

export type ReadPricing =
  | { readonly ok: true; readonly entry: PricingEntry }
  | { readonly ok: false; readonly faults: readonly string[] };

/** Where the API finds the entry that the page sends. */
export const PRICING_POINTER = '/pricing/0';
const MOST_SINGLE_BPS = 10_000;
const WHOLE_BPS = 10_000;

interface Reader {
  readonly faults: string[];
  readonly whole: (text: string, pointer: string) => number;
  readonly factor: (text: string, pointer: string, most?: number) => number;
  readonly amount: (text: string, pointer: string) => string;
  readonly date: (text: string, pointer: string) => string;
}

function readerFor(currency: string, separators: Separators): Reader {
  const faults: string[] = [];
  const fail = (pointer: string): void => void faults.push(`${PRICING_POINTER}${pointer}`);
  return {
    faults,
    whole(text, pointer) {
      if (!/^\d{1,4}$/.test(text.trim())) fail(pointer);
      return Number(text);
    },
    factor(text, pointer, most) {
      const bps = readFactor(text, separators, most);
      if (bps === null) fail(pointer);
      return bps ?? 0;
    },
    amount(text, pointer) {
      const read = readAmount(text, currency, separators);
      if (read.ok) return String(read.minorUnits);
      if (read.fault !== 'not-positive') fail(pointer);
      return '0';
    },
    date(text, pointer) {
      if (isDate(text)) return text;
      fail(pointer);
      return '2000-01-01';
    },
  };
}

export function readPricing(
  draft: PricingDraft,
  ratePlanCode: string | null,
  currency: string,
  separators: Separators,
): ReadPricing {
  const read = readerFor(currency, separators);
  const days = WEEKDAYS.map(
    (day) => [day, read.factor(draft.weekdays[day], `/dayOfWeekMultipliersBps/${day}`)] as const,
  );
  const entry: PricingEntry = {
    ratePlanCode,
    baseAmountMinorUnits: draft.base.trim() === '' ? null : read.amount(draft.base, '/baseAmountMinorUnits'),
    dayOfWeekMultipliersBps: Object.fromEntries(days.filter(([, bps]) => bps !== WHOLE_BPS)),
    seasons: draft.seasons.map(({ name, from, until, percent }, at) => {
      const pointer = `/seasons/${at}`;
      if (name.trim() === '') read.faults.push(`${PRICING_POINTER}${pointer}/name`);
      return {
        name: name.trim(),
        from: read.date(from, `${pointer}/from`),
        to: addDays(read.date(until, `${pointer}/to`), 1),
        multiplierBps: read.factor(percent, `${pointer}/multiplierBps`),
      };
    }),
    leadTimeTiers: draft.leadTimes.map(({ atLeast, atMost, percent }, at) => ({
      minDaysAhead: read.whole(atLeast, `/leadTimeTiers/${at}/minDaysAhead`),
      maxDaysAhead: atMost.trim() === '' ? null : read.whole(atMost, `/leadTimeTiers/${at}/maxDaysAhead`),
      multiplierBps: read.factor(percent, `/leadTimeTiers/${at}/multiplierBps`),
    })),
    lengthOfStayTiers: draft.lengths.map(({ nights, percent }, at) => ({
      minNights: read.whole(nights, `/lengthOfStayTiers/${at}/minNights`),
      multiplierBps: read.factor(percent, `/lengthOfStayTiers/${at}/multiplierBps`),
    })),
    occupancy: draft.occupancy === null ? null : readOccupancy(draft.occupancy, read),
  };
  return read.faults.length === 0 ? { ok: true, entry } : { ok: false, faults: read.faults };
}

function readOccupancy(draft: OccupancyDraft, read: Reader): NonNullable<PricingEntry['occupancy']> {
  const at = '/occupancy';
  return {
    includedAdults: read.whole(draft.includedAdults, `${at}/includedAdults`),
    extraAdultMinorUnits: read.amount(draft.extraAdult, `${at}/extraAdultMinorUnits`),
    singleAdultMultiplierBps: read.factor(draft.single, `${at}/singleAdultMultiplierBps`, MOST_SINGLE_BPS),
    includedChildren: read.whole(draft.includedChildren, `${at}/includedChildren`),
    children: draft.children.map(({ fromAge, toAge, amount }, index) => ({
      fromAge: read.whole(fromAge, `${at}/children/${index}/fromAge`),
      toAge: read.whole(toAge, `${at}/children/${index}/toAge`),
      amountMinorUnits: read.amount(amount, `${at}/children/${index}/amountMinorUnits`),
    })),
  };
}
