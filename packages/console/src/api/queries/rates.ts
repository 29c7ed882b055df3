import { addDays } from '@lodging/format';
import { queryOptions } from '@tanstack/react-query';
import { lodging } from '../lodging.ts';

/** Rates and limits of a room type, by plan and date. */
export function bulkRatesQuery(roomTypeId: string, from: string, days: number) {
  return queryOptions({
    queryKey: ['rates', roomTypeId, from, days],
    queryFn: ({ signal }) => lodging.rates.getBulk({ roomTypeId, from, to: addDays(from, days) }, { signal }),
    staleTime: 60_000,
  });
}
