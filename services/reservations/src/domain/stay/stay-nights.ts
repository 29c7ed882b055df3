import type { LocalDays } from './local-days.ts';

/** Local dates as day numbers, from `first` up to, not including, `end`. */
export interface DayRange {
  readonly first: number;
  readonly end: number;
}

export interface StayPeriod {
  /** Epoch milliseconds. */
  readonly startsAt: number;
  readonly endsAt: number;
  /** Without a room type: its nights are the local days that it has started. */
  readonly isGeneric: boolean;
}

export function nightsOfStay({ startsAt, endsAt, isGeneric }: StayPeriod, localDay: LocalDays): DayRange {
  const first = localDay(startsAt);
  const end = isGeneric ? localDay(endsAt - 1) + 1 : localDay(endsAt);
  return { first, end: Math.max(end, first + 1) };
}

/** An empty intersection ends where it begins. */
export function intersection(one: DayRange, other: DayRange): DayRange {
  const first = Math.max(one.first, other.first);
  return { first, end: Math.max(first, Math.min(one.end, other.end)) };
}

/** The part of a stay's total that falls on some of its nights. The first nights carry the remainder of the division. */
export function amountOfNights(total: bigint, nights: DayRange, some: DayRange): bigint {
  const count = BigInt(nights.end - nights.first);
  const each = total / count;
  const remainder = total % count;
  const upTo = (day: number): bigint => {
    const passed = BigInt(day - nights.first);
    return each * passed + (passed < remainder ? passed : remainder);
  };
  return upTo(some.end) - upTo(some.first);
}
