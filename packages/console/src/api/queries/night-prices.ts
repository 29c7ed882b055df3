import { addDays } from '@lodging/format';
import { queryOptions } from '@tanstack/react-query';
import { instantAt } from '../../domain/local-time.ts';
import { lodging } from '../lodging.ts';
import type { ResourceRecord } from '../records.ts';
import { createSemaphore } from '../semaphore.ts';

/** What a night costs at the least, in minor units; null: no plan sells it. */
export interface NightPrices {
  readonly currency: string;
  readonly byDate: Readonly<Record<string, string | null>>;
}

const fourAtATime = createSemaphore(4);

type Place = Pick<ResourceRecord, 'id' | 'timezone' | 'checkInTime' | 'checkOutTime'>;

export function nightPricesQuery(
  { id, timezone, checkInTime, checkOutTime }: Place,
  from: string,
  days: number,
) {
  return queryOptions({
    queryKey: ['night-prices', id, from, days],
    queryFn: async ({ signal }): Promise<NightPrices> => {
      const range = {
        from: instantAt(from, checkInTime, timezone),
        to: instantAt(addDays(from, days), checkOutTime, timezone),
      };
      const read = await fourAtATime(() => lodging.resources.getCalendar(id, range, { signal }));
      const nights = read.days.map(({ date, priceHintMinorUnits }) => [date, priceHintMinorUnits] as const);
      return { currency: read.currency, byDate: Object.fromEntries(nights) };
    },
    staleTime: 60_000,
  });
}
