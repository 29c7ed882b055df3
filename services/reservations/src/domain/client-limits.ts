import { refuse } from '@lodging/kernel';
import type { Refusal } from '@lodging/kernel';
import { localDaysIn } from './local-days.ts';
import type { Stay } from './reservation.ts';
import { nightsOfStay } from './stay-nights.ts';

/** A hold that counts against the limits of its client. */
export interface LimitedHold {
  /** Hash of publishable key and client address. */
  readonly clientHash: string;
  readonly unitNights: number;
  /** Null: no limit. */
  readonly maxOpenHolds: number | null;
  readonly maxUnitNights: number | null;
}

/** What a mailed code counts against: its recipient or its client. */
export interface CodeQuota {
  /** Hash of the e-mail address, or of publishable key and client address. */
  readonly bucket: string;
  readonly limit: number;
}

export type RateLimited = Refusal<'rate_limited'>;

const CODE_WINDOW_SECONDS = 60 * 60;

export function unitNightsOf({ window, timeZone, roomTypeId, quantity }: Stay): number {
  const period = {
    startsAt: window.from.epochMilliseconds,
    endsAt: window.to.epochMilliseconds,
    isGeneric: roomTypeId === null,
  };
  const { first, end } = nightsOfStay(period, localDaysIn(timeZone));
  return (end - first) * quantity;
}

export function tooManyHolds(retryAfterSeconds: number) {
  return refuse('rate_limited', 'Too many holds are open for this key and address.', { retryAfterSeconds });
}

/**
 * The codes mailed within the hour, with one more; or the seconds to wait. Sliding window: with the limit reached, the
 * next one is allowed when so many have left the window that one fits.
 */
export function spendCode(
  sentAt: readonly Temporal.Instant[],
  limit: number,
  at: Temporal.Instant,
): { readonly sentAt: readonly Temporal.Instant[] } | { readonly retryAfterSeconds: number } {
  const start = at.subtract({ seconds: CODE_WINDOW_SECONDS });
  const counted = sentAt.filter((time) => Temporal.Instant.compare(time, start) > 0);
  if (counted.length < limit) return { sentAt: [...counted, at] };
  const leaves = counted[counted.length - limit];
  const allowedAt = (leaves ?? at).add({ seconds: CODE_WINDOW_SECONDS });
  return { retryAfterSeconds: Math.max(1, Math.ceil(at.until(allowedAt).total('seconds'))) };
}

/** Counts a code against all of its quotas, or against none: refused until the last of them allows it. */
export function spendCodes(
  quotas: readonly CodeQuota[],
  sends: readonly (readonly Temporal.Instant[])[],
  at: Temporal.Instant,
) {
  const spent = quotas.map(({ limit }, index) => spendCode(sends[index] ?? [], limit, at));
  const waits = spent.flatMap((one) => ('retryAfterSeconds' in one ? [one.retryAfterSeconds] : []));
  if (waits.length > 0)
    return refuse('rate_limited', 'Too many codes for this e-mail address, or from this address.', {
      retryAfterSeconds: Math.max(...waits),
    });
  return { ok: true as const, value: spent.map((one) => ('sentAt' in one ? one.sentAt : [])) };
}
