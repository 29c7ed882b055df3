import type { ListPosition } from '@lodging/kernel';
import { compareCodePoints, foldText } from './fold-text.ts';
import type { Candidate } from './candidates.ts';
import type { EvaluatedCandidate } from './evaluated.ts';
import { sortsByPrice } from './search.ts';
import type { SearchSort } from './search.ts';

/** The rank of a result in a search. Ranks are unique: the id is the last criterion. */
export interface Place {
  /** 0 has a price, 1 one that cannot be compared, 2 cannot be booked. Of a price sort; else 0. */
  readonly rank: 0 | 1 | 2;
  /** In the currency that is compared. */
  readonly amountMinorUnits: bigint;
  readonly nights: number;
  readonly name: string;
  readonly id: string;
}

/** The end of a page: a resource in the order of creation, or a rank among the results. */
export type SearchPosition =
  | { readonly kind: 'created'; readonly at: ListPosition }
  | { readonly kind: 'place'; readonly at: Place };

export interface RankedResult extends EvaluatedCandidate {
  /** The start of the next page. */
  readonly position: SearchPosition;
}

export function rankResult(
  evaluated: EvaluatedCandidate,
  { createdAt, id }: Pick<Candidate, 'createdAt' | 'id'>,
  sort: SearchSort,
): RankedResult {
  const position: SearchPosition =
    sort === 'created'
      ? { kind: 'created', at: { createdAt, id } }
      : { kind: 'place', at: placeOf(evaluated, sort) };
  return { ...evaluated, position };
}

const FIRST_PLACE: Omit<Place, 'id'> = { rank: 0, amountMinorUnits: 0n, nights: 1, name: '' };

function placeOf({ resource, cheapest, dated }: EvaluatedCandidate, sort: SearchSort): Place {
  const { id, name } = resource;
  if (!sortsByPrice({ sort })) return { ...FIRST_PLACE, name: sort === 'name' ? foldText(name) : '', id };
  if (cheapest === null) return { ...FIRST_PLACE, rank: 2, id };
  const { displayMinorUnits: amount } = cheapest.priced;
  if (amount === null) return { ...FIRST_PLACE, rank: 1, id };
  const nights = sort === 'price_per_night' ? dated.pricedDates.length : 1;
  return { ...FIRST_PLACE, amountMinorUnits: amount, nights, id };
}

/** Both of one search: results in order of creation are ranked as they are listed. */
export function compareResults({ position: one }: RankedResult, { position: other }: RankedResult): number {
  return one.kind === 'place' && other.kind === 'place' ? comparePositions(one.at, other.at) : 0;
}

/** Prices of a night are compared crosswise, so that nothing is rounded. */
export function comparePositions(one: Place, other: Place): number {
  if (one.rank !== other.rank) return one.rank - other.rank;
  const left = one.amountMinorUnits * BigInt(other.nights);
  const right = other.amountMinorUnits * BigInt(one.nights);
  if (left !== right) return left < right ? -1 : 1;
  const byName = one.name === other.name ? 0 : compareCodePoints(one.name, other.name);
  if (byName !== 0) return byName;
  return one.id === other.id ? 0 : one.id < other.id ? -1 : 1;
}
