/** Seconds before each try, counted from the one before. */
const PAUSES = [0, 5, 5 * 60, 30 * 60, 2 * 3_600, 5 * 3_600, 10 * 3_600, 10 * 3_600];
const SPREAD = 0.2;

/**
 * Seconds until the try after `tries` of them; undefined: that was the last. `random` is from 0 to 1. What the receiver
 * asked for is a minimum, so there chance only adds.
 */
export function pauseAfter(
  tries: number,
  random: number,
  retryAfterSeconds: number | undefined,
): number | undefined {
  const pause = PAUSES[tries];
  if (pause === undefined) return undefined;
  if (retryAfterSeconds === undefined) return pause * (1 - SPREAD + 2 * SPREAD * random);
  return Math.max(pause, retryAfterSeconds) * (1 + SPREAD * random);
}
