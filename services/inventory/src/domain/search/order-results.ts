import { compareCodePoints, foldText } from './fold-text.ts';
import type { JudgedResource } from './judge-resource.ts';
import { sortsByPrice } from './search.ts';
import type { SearchSort } from './search.ts';

/** Where a result stands among those of a search. Two results never have the same place: the id decides last. */
export interface Place {
  /** 0 has a price, 1 one that cannot be compared, 2 cannot be booked. Of a price sort; else 0. */
  readonly rank: 0 | 1 | 2;
  /** In the currency that is compared. */
  readonly amountMinorUnits: bigint;
  readonly nights: number;
  readonly name: string;
  readonly id: string;
}

const NOWHERE: Omit<Place, 'id'> = { rank: 0, amountMinorUnits: 0n, nights: 1, name: '' };

export function placeOf({ resource, cheapest, dated }: JudgedResource, sort: SearchSort): Place {
  const { id, name } = resource;
  if (!sortsByPrice({ sort })) return { ...NOWHERE, name: sort === 'name' ? foldText(name) : '', id };
  if (cheapest === null) return { ...NOWHERE, rank: 2, id };
  const { displayMinorUnits: amount } = cheapest.priced;
  if (amount === null) return { ...NOWHERE, rank: 1, id };
  const nights = sort === 'price_per_night' ? dated.pricedDates.length : 1;
  return { ...NOWHERE, amountMinorUnits: amount, nights, id };
}

/** Prices of a night are compared crosswise, so that nothing is rounded. */
export function comparePlaces(one: Place, other: Place): number {
  if (one.rank !== other.rank) return one.rank - other.rank;
  const left = one.amountMinorUnits * BigInt(other.nights);
  const right = other.amountMinorUnits * BigInt(one.nights);
  if (left !== right) return left < right ? -1 : 1;
  const byName = one.name === other.name ? 0 : compareCodePoints(one.name, other.name);
  if (byName !== 0) return byName;
  return one.id === other.id ? 0 : one.id < other.id ? -1 : 1;
}
