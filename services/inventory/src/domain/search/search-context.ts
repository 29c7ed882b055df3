import { guestsOf } from '../rules/guests.ts';
import type { Guests } from '../rules/guests.ts';
import { findRate } from '../rates/exchange-rate.ts';
import type { ExchangeRate, PublishedRate } from '../rates/exchange-rate.ts';
import type { StaySnapshot } from '../stays/quote-stay.ts';
import type { StaySearch } from './search.ts';

/** The context that all resources of a search share. */
export interface SearchContext extends Pick<StaySnapshot, 'taxRules' | 'policies'> {
  readonly search: StaySearch;
  readonly now: Temporal.Instant;
  /** Of each unit's stay. */
  readonly guests: Guests;
  /** From a currency to the one that is shown; undefined: there is no recent rate. */
  readonly rateFrom: (currency: string) => ExchangeRate | undefined;
}

export function createSearchContext(
  { taxRules, policies, fxRates }: Pick<StaySnapshot, 'taxRules' | 'policies' | 'fxRates'>,
  search: StaySearch,
  now: Temporal.Instant,
): SearchContext {
  const guests = guestsOf({ ...search.party, childAges: search.childAges });
  return { taxRules, policies, search, now, guests, rateFrom: ratesTo(search.currency, fxRates, now) };
}

function ratesTo(
  to: string | undefined,
  published: readonly PublishedRate[],
  now: Temporal.Instant,
): (currency: string) => ExchangeRate | undefined {
  const known = new Map<string, ExchangeRate | undefined>();
  return (from) => {
    if (!known.has(from)) known.set(from, findRate(published, from, to ?? from, now));
    return known.get(from);
  };
}
