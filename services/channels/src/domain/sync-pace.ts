const LONGEST_PAUSE_SECONDS = 6 * 3_600;
const LONGEST_WISH_SECONDS = 24 * 3_600;
const JITTER = 0.1;
/** While a neighbour of ours is away, which is no fault of the feed. */
const OUTAGE_SECONDS = { first: 2, longest: 60 };

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

/** `outages` in a row, this one counted. Those who wait for the same neighbour do not come back all at once. */
export function afterOutage(outages: number, random: number): number {
  const { first, longest } = OUTAGE_SECONDS;
  const doubled = Math.min(first * 2 ** Math.min(Math.max(outages, 1) - 1, 30), longest);
  return doubled * (1 - random / 2);
}
