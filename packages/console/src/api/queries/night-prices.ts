import { addDays } from '@lodging/format';
import { queryOptions } from '@tanstack/react-query';
import { lodging } from '../lodging.ts';
import { createSemaphore } from '../semaphore.ts';

/** What a night costs at the least, in minor units; null: no plan sells it. */
export interface NightPrices {
  readonly currency: string;
  readonly byDate: Readonly<Record<string, string | null>>;
}

const fourAtATime = createSemaphore(4);

export function nightPricesQuery(resourceId: string, from: string, days: number) {
  return queryOptions({
    queryKey: ['night-prices', resourceId, from, days],
    queryFn: async ({ signal }): Promise<NightPrices> => {
      const range = { from, to: addDays(from, days) };
      const read = await fourAtATime(() => lodging.resources.getCalendar(resourceId, range, { signal }));
      const nights = read.days.map(({ date, priceHintMinorUnits }) => [date, priceHintMinorUnits] as const);
      return { currency: read.currency, byDate: Object.fromEntries(nights) };
    },
    staleTime: 60_000,
  });
}
