import { refuse } from '@lodging/kernel';

interface CodeLimit {
  readonly codes: number;
  readonly seconds: number;
}

/** A quota that a mailed code counts against. */
export interface CodeQuota {
  /** `everywhere`: the recipient over all tenants and modes. */
  readonly of: 'recipient' | 'client' | 'key' | 'everywhere';
  /** Keyed hash of e-mail address, of publishable key and client network, or of the key. */
  readonly bucket: string;
  readonly limits: readonly [CodeLimit, ...CodeLimit[]];
}

const HOUR_SECONDS = 60 * 60;
const DAY_SECONDS = 24 * HOUR_SECONDS;

export const perHour = (codes: number): CodeQuota['limits'] => [{ codes, seconds: HOUR_SECONDS }];

/** To one address over all tenants and modes, by whatever kind of key. */
export const LIMITS_EVERYWHERE: CodeQuota['limits'] = [
  { codes: 20, seconds: HOUR_SECONDS },
  { codes: 60, seconds: DAY_SECONDS },
];

/** So that the wait does not say when another tenant has mailed the address. */
const WAIT_STEP_SECONDS = 15 * 60;

/** Times of a quota before this do not count any more. */
export function countedSince({ limits }: CodeQuota, at: Temporal.Instant): Temporal.Instant {
  return at.subtract({ seconds: Math.max(...limits.map(({ seconds }) => seconds)) });
}

/**
 * Seconds until one more code is within the limit; 0 where it is now. Sliding window: with the limit reached, the
 * next one is allowed when so many have left the window that one fits.
 */
function waitOf(
  sentAt: readonly Temporal.Instant[],
  { codes, seconds }: CodeLimit,
  at: Temporal.Instant,
): number {
  const start = at.subtract({ seconds });
  const counted = sentAt.filter((time) => Temporal.Instant.compare(time, start) > 0);
  if (counted.length < codes) return 0;
  const allowedAt = (counted[counted.length - codes] ?? at).add({ seconds });
  return Math.max(1, Math.ceil(at.until(allowedAt).total('seconds')));
}

/** A quota that refuses one more code, and until when. */
export interface RefusingQuota {
  readonly of: CodeQuota['of'];
  readonly retryAfterSeconds: number;
}

/** The quotas that refuse one more code. A refused code counts in none. */
export function refusingQuotas(
  quotas: readonly CodeQuota[],
  /** When codes were mailed, for each of the quotas. */
  sends: readonly (readonly Temporal.Instant[])[],
  at: Temporal.Instant,
): RefusingQuota[] {
  return quotas.flatMap(({ of, limits }, index) => {
    const waits = limits.map((limit) => waitOf(sends[index] ?? [], limit, at));
    const longest = Math.max(...waits);
    if (longest === 0) return [];
    const step = of === 'everywhere' ? WAIT_STEP_SECONDS : 1;
    return [{ of, retryAfterSeconds: Math.ceil(longest / step) * step }];
  });
}

/** One answer, whichever of them it is. */
export function tooManyCodes(refusing: readonly RefusingQuota[]) {
  return refuse('rate_limited', 'Too many codes for this e-mail address or from this network.', {
    retryAfterSeconds: Math.max(...refusing.map(({ retryAfterSeconds }) => retryAfterSeconds)),
  });
}
