import type { Span } from '../time/stay.ts';
import { MAX_CLAIM_SPAN_MS } from './block.ts';

interface BlockedUnits extends Span {
  readonly units: number;
  readonly kind: string;
}

/**
 * The claims of a long block as the one span that they were made of. Where they meet within a local day, as those of generic
 * resources do, each of them covers that day: counted apart, the block would take its units twice.
 */
export function joinClaims<Claim extends BlockedUnits>(claims: readonly Claim[]): Claim[] {
  const joined: Claim[] = [];
  /** By what the next claim of the same block has: the place of the span that it continues. */
  const continued = new Map<string, number>();
  for (const claim of claims.toSorted((one, other) => one.start - other.start)) {
    const { start, end } = claim;
    const place = continued.get(keyOf(claim, start)) ?? joined.length;
    continued.delete(keyOf(claim, start));
    joined[place] = { ...claim, start: joined[place]?.start ?? start };
    if (end - start === MAX_CLAIM_SPAN_MS) continued.set(keyOf(claim, end), place);
  }
  return joined;
}

function keyOf({ kind, units }: BlockedUnits, at: number): string {
  return `${kind} ${units} ${at}`;
}
