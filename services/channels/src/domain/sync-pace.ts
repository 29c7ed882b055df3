// Owns when a calendar is read next: at its interval, later and later while it fails, never all at the same moment.

const LONGEST_PAUSE_SECONDS = 6 * 3_600;
const LONGEST_WISH_SECONDS = 24 * 3_600;
const JITTER = 0.1;
/** After an outage of our own, which is no fault of the feed. */
const OWN_OUTAGE_SECONDS = 60;

/** `random` lies in [0, 1). */
function spread(seconds: number, random: number): number {
  return seconds * (1 - JITTER + 2 * JITTER * random);
}

export function afterSuccess(intervalSeconds: number, random: number): number {
  return spread(intervalSeconds, random);
}

/** `failures` counts this one. A feed's own wish is honoured where it is longer. */
export function afterFailure(
  { intervalSeconds, failures }: { readonly intervalSeconds: number; readonly failures: number },
  wishedSeconds: number,
  random: number,
): number {
  const longest = Math.max(LONGEST_PAUSE_SECONDS, intervalSeconds);
  const doubled = intervalSeconds * 2 ** Math.min(Math.max(failures, 1) - 1, 30);
  const wished = Math.min(wishedSeconds, LONGEST_WISH_SECONDS);
  return Math.max(spread(Math.min(doubled, longest), random), wished);
}

export function afterOwnOutage(intervalSeconds: number, random: number): number {
  return spread(Math.min(OWN_OUTAGE_SECONDS, intervalSeconds), random);
}
