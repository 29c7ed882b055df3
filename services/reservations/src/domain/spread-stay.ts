import type { LocalDays } from './local-days.ts';

/** A stretch of local dates as day numbers; `end` is the first that is no longer in it. */
export interface Days {
  readonly first: number;
  readonly end: number;
}

export interface Stretch {
  /** Epoch milliseconds. */
  readonly startsAt: number;
  readonly endsAt: number;
  /** Without a room type: its nights are the local days that it has started. */
  readonly isGeneric: boolean;
}

export function nightsOfStay({ startsAt, endsAt, isGeneric }: Stretch, localDay: LocalDays): Days {
  const first = localDay(startsAt);
  const end = isGeneric ? localDay(endsAt - 1) + 1 : localDay(endsAt);
  return { first, end: Math.max(end, first + 1) };
}

/** The common days of two stretches; empty ones end where they begin. */
export function commonDays(one: Days, other: Days): Days {
  const first = Math.max(one.first, other.first);
  return { first, end: Math.max(first, Math.min(one.end, other.end)) };
}

/** What of an amount that is paid for `nights` falls on those of them that are `inside`. */
export function shareOf(amount: bigint, nights: Days, inside: Days): bigint {
  const count = BigInt(nights.end - nights.first);
  const each = amount / count;
  const remainder = amount % count;
  const upTo = (day: number): bigint => {
    const passed = BigInt(day - nights.first);
    return each * passed + (passed < remainder ? passed : remainder);
  };
  return upTo(inside.end) - upTo(inside.first);
}
