import { queryOptions } from '@tanstack/react-query';
import { lodging } from '../lodging.ts';
import { RARELY_CHANGED_MS } from './resources.ts';

export const roomTypesQuery = queryOptions({
  queryKey: ['room-types'],
  queryFn: ({ signal }) => lodging.roomTypes.list({ limit: 100 }, { signal }).all({ limit: 500 }),
  staleTime: RARELY_CHANGED_MS,
  refetchInterval: RARELY_CHANGED_MS,
});
