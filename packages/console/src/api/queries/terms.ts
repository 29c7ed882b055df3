import { queryOptions } from '@tanstack/react-query';
import { lodging } from '../lodging.ts';
import { RARELY_CHANGED_MS } from './resources.ts';

export const policiesQuery = queryOptions({
  queryKey: ['policies'],
  queryFn: ({ signal }) => lodging.cancellationPolicies.list({ limit: 100 }, { signal }).all(),
  staleTime: RARELY_CHANGED_MS,
  refetchInterval: RARELY_CHANGED_MS,
});

export const taxRulesQuery = queryOptions({
  queryKey: ['tax-rules'],
  queryFn: ({ signal }) => lodging.taxRules.list({ limit: 100 }, { signal }).all(),
  staleTime: RARELY_CHANGED_MS,
  refetchInterval: RARELY_CHANGED_MS,
});
