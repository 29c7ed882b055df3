const MAX_DELAY_SECONDS = 6 * 3_600;
const MAX_RETRY_AFTER_SECONDS = 24 * 3_600;
const JITTER = 0.1;
const OUTAGE_SECONDS = { first: 2, max: 60 };
/** Keeps the power of two finite, however long failures last. */
const MAX_DOUBLINGS = 30;

/** All delays are in seconds; `random` lies in [0, 1) and spreads them. */
export function delayAfterSuccess(intervalSeconds: number, random: number): number {
  return withJitter(intervalSeconds, random);
}

/** `failures` in a row, this one included. The server's `Retry-After` is honoured where it is longer. */
export function delayAfterFailure(
  { intervalSeconds, failures }: { readonly intervalSeconds: number; readonly failures: number },
  retryAfterSeconds: number,
  random: number,
): number {
  const max = Math.max(MAX_DELAY_SECONDS, intervalSeconds);
  const backoff = Math.min(doubled(intervalSeconds, failures), max);
  return Math.max(withJitter(backoff, random), Math.min(retryAfterSeconds, MAX_RETRY_AFTER_SECONDS));
}

/**
 * After inventory was unavailable, which is no fault of the feed. `outages` in a row, this one included. Full jitter
 * over the upper half, so that connections that wait for inventory do not return to it all at once.
 */
export function delayAfterOutage(outages: number, random: number): number {
  return Math.min(doubled(OUTAGE_SECONDS.first, outages), OUTAGE_SECONDS.max) * (1 - random / 2);
}

function doubled(seconds: number, times: number): number {
  return seconds * 2 ** Math.min(Math.max(times, 1) - 1, MAX_DOUBLINGS);
}

function withJitter(seconds: number, random: number): number {
  return seconds * (1 - JITTER + 2 * JITTER * random);
}
