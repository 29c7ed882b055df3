import { dayNumber, isoWeekday } from '../time/day-number.ts';
import { rangeFinder } from '../time/range-index.ts';
import type { Derivation, Pricing, Season, Weekday } from '../resources/resource.ts';
import { deriveAmount, NEUTRAL_BPS, nightAmount, scaleAmount } from './night-amount.ts';
import { INCLUDED_PARTY } from './party-price.ts';
import type { PartyPrice } from './party-price.ts';

export interface PricedNight {
  readonly date: string;
  readonly baseAmountMinorUnits: bigint;
  readonly dayOfWeekMultiplierBps: number;
  readonly seasonalMultiplierBps: number;
  readonly occupancyMultiplierBps: number;
  /** Of a derived plan what they add to the night of the parent. */
  readonly extraGuestsMinorUnits: bigint;
  readonly amountMinorUnits: bigint;
  /** The part of the amount that the extra guests add: in a derived plan, scaled with the night. */
  readonly ofExtraGuestsMinorUnits: bigint;
}

export interface NightPrices {
  /** Of the plan, or of its parent. */
  readonly pricing: Pricing | undefined;
  /** Amounts that were set for single dates; they replace the base amount. */
  readonly nightlyRates: ReadonlyMap<string, bigint>;
  /** Of a derived plan. */
  readonly derived?: DerivedPrices | undefined;
  /** Absent: the guests that the base amount includes. */
  readonly party?: PartyPrice | undefined;
  readonly kept?: KeptNights | undefined;
}

export interface DerivedPrices {
  readonly formula: Derivation;
  readonly parentRates: ReadonlyMap<string, bigint>;
}

/** Nights of a booking that a change of it keeps: their base and factors stay as booked. */
export interface KeptNights {
  readonly byDate: ReadonlyMap<string, KeptNight>;
  /** What the guests add is computed from the new party where adults or children change; else it stays as booked. */
  readonly partyChanges: boolean;
}

export type KeptNight = Pick<PricedNight, 'date' | 'amountMinorUnits' | 'ofExtraGuestsMinorUnits'>;

/** Undefined where the date has neither a rate nor a base amount. */
export function priceNight(date: string, prices: NightPrices): PricedNight | undefined {
  const kept = prices.kept?.byDate.get(date);
  if (kept !== undefined) return keptNight(kept, prices);
  const { pricing, nightlyRates, derived, party = INCLUDED_PARTY } = prices;
  const own = nightlyRates.get(date);
  const base = own ?? derived?.parentRates.get(date) ?? pricing?.baseAmountMinorUnits ?? undefined;
  if (base === undefined) return undefined;
  const dayOfWeekMultiplierBps = pricing?.dayOfWeekMultipliersBps?.[weekdayOf(date)] ?? NEUTRAL_BPS;
  const seasonalMultiplierBps = seasonOn(date, pricing?.seasons)?.multiplierBps ?? NEUTRAL_BPS;
  const { multiplierBps: occupancyMultiplierBps, extraGuestsMinorUnits } = party;
  const full =
    nightAmount(base, dayOfWeekMultiplierBps, seasonalMultiplierBps, occupancyMultiplierBps) +
    extraGuestsMinorUnits;
  // A rate of the derived plan's own is an amount of this plan.
  const formula = own === undefined ? derived?.formula : undefined;
  return {
    date,
    baseAmountMinorUnits: base,
    dayOfWeekMultiplierBps,
    seasonalMultiplierBps,
    occupancyMultiplierBps,
    extraGuestsMinorUnits,
    amountMinorUnits: formula === undefined ? full : deriveAmount(full, formula),
    ofExtraGuestsMinorUnits: ofExtraGuests(extraGuestsMinorUnits, formula),
  };
}

function ofExtraGuests(added: bigint, formula: Derivation | undefined): bigint {
  return formula === undefined ? added : scaleAmount(added, formula.multiplierBps);
}

/** Base and factors are one amount: a booking has no more of them. */
function keptNight(
  { date, amountMinorUnits: booked, ofExtraGuestsMinorUnits: bookedExtra }: KeptNight,
  { nightlyRates, derived, party = INCLUDED_PARTY, kept }: NightPrices,
): PricedNight {
  const formula = nightlyRates.has(date) ? undefined : derived?.formula;
  const added =
    kept?.partyChanges === true ? ofExtraGuests(party.extraGuestsMinorUnits, formula) : bookedExtra;
  const amount = booked - bookedExtra + added;
  return {
    date,
    baseAmountMinorUnits: bookedExtra > booked ? 0n : booked - bookedExtra,
    dayOfWeekMultiplierBps: NEUTRAL_BPS,
    seasonalMultiplierBps: NEUTRAL_BPS,
    occupancyMultiplierBps: NEUTRAL_BPS,
    extraGuestsMinorUnits: added,
    amountMinorUnits: amount < 0n ? 0n : amount,
    ofExtraGuestsMinorUnits: added,
  };
}

export const WEEKDAYS: readonly Weekday[] = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];

function weekdayOf(date: string): Weekday {
  return WEEKDAYS[isoWeekday(dayNumber(date)) - 1] ?? 'mon';
}

const indexOf = rangeFinder('first');
const NO_SEASONS: readonly Season[] = [];

function seasonOn(date: string, seasons = NO_SEASONS): Season | undefined {
  if (seasons.length === 0) return undefined;
  const index = indexOf(seasons);
  if (index !== undefined) return index.on(date);
  return seasons.find(({ from, to }) => from <= date && date < to);
}
