import { addDays } from '@lodging/format';
import { queryOptions } from '@tanstack/react-query';
import { instantAt } from '../../domain/local-time.ts';
import type { RateDay } from '../../domain/rates/read-nights.ts';
import { nightsOfResource } from '../../domain/rates/resource-nights.ts';
import { lodging } from '../lodging.ts';
import type { ResourceRecord } from '../records.ts';
import { createSemaphore } from '../semaphore.ts';
import { RARELY_CHANGED_MS } from './resources.ts';

const fourAtATime = createSemaphore(4);

/** Rates and limits of a room type, by plan and date. */
export function bulkRatesQuery(roomTypeId: string, from: string, days: number) {
  return queryOptions({
    queryKey: ['rates', roomTypeId, from, days],
    queryFn: ({ signal }) => lodging.rates.getBulk({ roomTypeId, from, to: addDays(from, days) }, { signal }),
    staleTime: 60_000,
  });
}

type OneResource = Pick<ResourceRecord, 'id' | 'timezone'>;

/** The nights of each plan of one resource, by the code of the plan. */
export function resourceRatesQuery({ id, timezone }: OneResource, from: string, days: number) {
  const dates = Array.from({ length: days }, (_, day) => addDays(from, day));
  return queryOptions({
    queryKey: ['rates', id, from, days],
    queryFn: async ({ signal }): Promise<ReadonlyMap<string, RateDay[]>> => {
      const range = { from, to: addDays(from, days) };
      const [{ ratePlans, nightlyRates: rates = [] }, restrictions] = await Promise.all([
        fourAtATime(() => lodging.resources.getRates(id, range, { signal })),
        fourAtATime(() => lodging.resources.getRestrictions(id, {}, { signal }).all()),
      ]);
      const nights = (plan: (typeof ratePlans)[number]): RateDay[] =>
        nightsOfResource({ plan, rates, restrictions, timezone, dates });
      return new Map(ratePlans.map((plan) => [plan.code, nights(plan)]));
    },
    staleTime: 60_000,
  });
}

/** The prices of the plans of a resource. */
export function pricingQuery(resourceId: string) {
  return queryOptions({
    queryKey: ['pricing', resourceId],
    queryFn: ({ signal }) => lodging.resources.getPricing(resourceId, {}, { signal }).all(),
    staleTime: RARELY_CHANGED_MS,
  });
}

/** What a night costs at the least, in minor units; null: no plan sells it. */
export interface NightPrices {
  readonly currency: string;
  readonly byDate: Readonly<Record<string, string | null>>;
}

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
