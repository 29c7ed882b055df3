import { findRate } from '../exchange-rate.ts';
import type { ExchangeRate, PublishedRate } from '../exchange-rate.ts';
import type { StaySnapshot } from '../quote-stay.ts';
import type { SearchContext } from './judge-offers.ts';
import type { StaySearch } from './search.ts';

export function createSearchContext(
  { taxRules, policies, fxRates }: Pick<StaySnapshot, 'taxRules' | 'policies' | 'fxRates'>,
  search: StaySearch,
  now: Temporal.Instant,
): SearchContext {
  return { taxRules, policies, search, now, rateFrom: ratesTo(search.currency, fxRates, now) };
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
