/** Seconds before each attempt, counted from the one before. */
const DELAYS = [0, 5, 5 * 60, 30 * 60, 2 * 3_600, 5 * 3_600, 10 * 3_600, 10 * 3_600];
const JITTER = 0.2;

/**
 * Seconds until the next attempt after `attempts` of them; undefined after the last. `random` is from 0 to 1.
 * `Retry-After` (RFC 9110 §10.2.3) is a minimum, so jitter only adds to it.
 */
export function retryDelay(
  attempts: number,
  random: number,
  retryAfterSeconds: number | undefined,
): number | undefined {
  const delay = DELAYS[attempts];
  if (delay === undefined) return undefined;
  if (retryAfterSeconds === undefined) return delay * (1 - JITTER + 2 * JITTER * random);
  return Math.max(delay, retryAfterSeconds) * (1 + JITTER * random);
}
