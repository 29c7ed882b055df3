import { refuse } from '@lodging/kernel';
import type { StayWindow } from '@lodging/kernel';
import type { Party } from '../units/occupancy-rules.ts';

/** When a guest wants to stay. Dates are local to each resource. */
export type SearchedTime =
  | { readonly kind: 'dates'; readonly arrival: string; readonly departure: string }
  | { readonly kind: 'window'; readonly window: StayWindow }
  | FlexibleTime;

/** Every arrival from `earliest` with a departure not after `latest`. */
export interface FlexibleTime {
  readonly kind: 'flexible';
  readonly earliest: string;
  readonly latest: string;
  readonly minNights: number;
  readonly maxNights: number;
  /** Monday is 1; undefined is any day. */
  readonly arrivalWeekdays: ReadonlySet<number> | undefined;
}

export const SORTS = ['price', 'price_per_night', 'name', 'created'] as const;
export type SearchSort = (typeof SORTS)[number];

/** The requirements of a search for each stay. */
export interface StaySearch {
  readonly time: SearchedTime;
  readonly party: Party;
  readonly childAges: readonly number[] | undefined;
  /** Undefined: every enabled plan. */
  readonly ratePlanCodes: ReadonlySet<string> | undefined;
  readonly freeCancellation: boolean;
  /** In which totals are shown and compared; undefined: each resource's own. */
  readonly currency: string | undefined;
  readonly maxTotalMinorUnits: bigint | undefined;
  readonly plans: 'cheapest' | 'all';
  readonly bookableOnly: boolean;
  readonly sort: SearchSort;
}

export function sortsByPrice({ sort }: Pick<StaySearch, 'sort'>): boolean {
  return sort === 'price' || sort === 'price_per_night';
}

export const currencyRequired = refuse(
  'currency_required',
  'Prices in several currencies cannot be compared: send `currency`.',
);
