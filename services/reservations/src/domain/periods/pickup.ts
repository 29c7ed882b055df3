import { dayNumber, localDaysOfZones } from '../stay/local-days.ts';
import type { LocalDays } from '../stay/local-days.ts';
import { amountOfNights, intersection, nightsOfStay } from '../stay/stay-nights.ts';
import type { DayRange, StayPeriod } from '../stay/stay-nights.ts';
import type { Period } from './period.ts';
import { soldNights } from './sold-nights.ts';

/** A stay that is on the books. */
export interface BookedStay extends Pick<StayPeriod, 'startsAt' | 'endsAt'> {
  readonly quantity: number;
  readonly minorUnits: bigint;
  /** Epoch milliseconds at which a no-show freed the nights that were left. */
  readonly freedAt: number | null;
}

/** The same booking at two moments; null where it was not on the books. */
export interface ThenAndNow extends Pick<StayPeriod, 'isGeneric'> {
  readonly currency: string;
  readonly timeZone: string;
  readonly earlier: BookedStay | null;
  readonly now: BookedStay | null;
}

export interface PickupDay {
  readonly date: Temporal.PlainDate;
  readonly roomNights: number;
  readonly roomNightsThen: number;
  readonly revenue: bigint;
  readonly revenueThen: bigint;
  readonly added: number;
  readonly lost: number;
}

export interface CurrencyPickup {
  readonly currency: string;
  readonly days: readonly PickupDay[];
}

/** Nights and revenue as the report of a period counts them, of each date, now and earlier. */
export function pickUp(period: Period, stays: readonly ThenAndNow[]): CurrencyPickup[] {
  const inside = { first: dayNumber(period.from), end: dayNumber(period.to) };
  const localDays = localDaysOfZones();
  const found = new Map<string, RunningDay[]>();
  for (const stay of stays) {
    const sharesOf = (booked: BookedStay | null): ReadonlyMap<number, Share> =>
      booked === null
        ? NO_SHARES
        : sharesByDay(booked, stay.isGeneric, { inside, localDay: localDays(stay.timeZone) });
    const [earlier, now] = [sharesOf(stay.earlier), sharesOf(stay.now)];
    if (earlier.size + now.size === 0) continue;
    const days = found.get(stay.currency) ?? emptyDays(inside);
    found.set(stay.currency, days);
    for (const day of new Set([...earlier.keys(), ...now.keys()]))
      addDay(days[day - inside.first], earlier.get(day) ?? NO_SHARE, now.get(day) ?? NO_SHARE);
  }
  return [...found]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([currency, days]) => ({
      currency,
      days: days.map((day, index) => ({ date: period.from.add({ days: index }), ...day })),
    }));
}

interface Share {
  readonly nights: number;
  readonly revenue: bigint;
}
const NO_SHARE: Share = { nights: 0, revenue: 0n };
const NO_SHARES: ReadonlyMap<number, Share> = new Map();

function sharesByDay(
  { startsAt, endsAt, quantity, minorUnits, freedAt }: BookedStay,
  isGeneric: boolean,
  { inside, localDay }: { readonly inside: DayRange; readonly localDay: LocalDays },
): ReadonlyMap<number, Share> {
  const nights = nightsOfStay({ startsAt, endsAt, isGeneric }, localDay);
  const counted = intersection(nights, inside);
  const sold = soldNights({ freedAt }, counted, localDay);
  const shares = new Map<number, Share>();
  for (let day = counted.first; day < counted.end; day += 1)
    shares.set(day, {
      nights: day < sold.end ? quantity : 0,
      revenue: amountOfNights(minorUnits, nights, { first: day, end: day + 1 }),
    });
  return shares;
}

type RunningDay = { -readonly [Name in Exclude<keyof PickupDay, 'date'>]: PickupDay[Name] };

function emptyDays({ first, end }: DayRange): RunningDay[] {
  return Array.from({ length: end - first }, () => ({
    roomNights: 0,
    roomNightsThen: 0,
    revenue: 0n,
    revenueThen: 0n,
    added: 0,
    lost: 0,
  }));
}

function addDay(day: RunningDay | undefined, earlier: Share, now: Share): void {
  if (day === undefined) return;
  day.roomNights += now.nights;
  day.roomNightsThen += earlier.nights;
  day.revenue += now.revenue;
  day.revenueThen += earlier.revenue;
  day.added += Math.max(0, now.nights - earlier.nights);
  day.lost += Math.max(0, earlier.nights - now.nights);
}
