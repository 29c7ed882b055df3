import { queryOptions } from '@tanstack/react-query';
import { lodging } from '../lodging.ts';
import { RARELY_CHANGED_MS } from './resources.ts';

/** Taxes and fees from which guests may be exempted. */
export const exemptibleRulesQuery = queryOptions({
  queryKey: ['tax-rules', 'exemptible'],
  queryFn: async ({ signal }) => {
    const rules = await lodging.taxRules.list({ limit: 100 }, { signal }).all({ limit: 500 });
    return rules.filter(({ enabled, exemptible }) => enabled && exemptible);
  },
  staleTime: RARELY_CHANGED_MS,
  refetchInterval: RARELY_CHANGED_MS,
});
