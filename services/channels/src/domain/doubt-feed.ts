/** A reading that was doubted before, and how long ago it first was. */
export interface Doubt {
  readonly digest: string;
  readonly forSeconds: number;
}

export const DOUBT_SECONDS = { least: 60, most: 120 };

export type Belief =
  | { readonly kind: 'believed' }
  /** Read it again after so many seconds. */
  | { readonly kind: 'doubted'; readonly againInSeconds: number };

/** `random` lies in [0, 1). Counts are of events that block something now. */
export function judgeReading(
  counts: { readonly before: number; readonly now: number },
  digest: string,
  doubt: Doubt | null,
  random: number,
): Belief {
  if (counts.now * 2 >= counts.before) return { kind: 'believed' };
  const known = doubt !== null && doubt.digest === digest ? doubt.forSeconds : 0;
  if (known >= DOUBT_SECONDS.least) return { kind: 'believed' };
  const { least, most } = DOUBT_SECONDS;
  return { kind: 'doubted', againInSeconds: least - known + random * (most - least) };
}

export function doubtInWords({ before, now }: { readonly before: number; readonly now: number }): string {
  return `The calendar went from ${before} to ${now} events at once. The old ones stay; it is read again in a minute or two before it is believed.`;
}
