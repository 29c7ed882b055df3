import { useQueries } from '@tanstack/react-query';
import { nightPricesQuery, pricingQuery } from '../../api/queries/rates.ts';
import type { NightPrices } from '../../api/queries/rates.ts';
import { useResources } from '../../api/queries/resources.ts';
import type { ResourceRecord } from '../../api/records.ts';
import { failureOf } from '../../api/use-read.ts';
import { genericNight } from '../../domain/rates/resource-nights.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { GENERIC } from './use-rates.ts';
import type { RateGroup, RateRow } from './use-rates.ts';

/** Resources without a room type, a row each. */
export function useGenericRates(dates: readonly string[]): RateGroup {
  const { prices: texts } = useTexts();
  const { list } = useResources();
  const own = list.filter(({ roomType, archivedAt }) => !roomType && archivedAt === null);
  const [from = ''] = dates;
  const pricing = useQueries({ queries: own.map(({ id }) => pricingQuery(id)) });
  const hints = useQueries({ queries: own.map((one) => nightPricesQuery(one, from, dates.length)) });
  const failed = [...pricing, ...hints].find((query) => failureOf(query) !== null);
  return {
    roomTypeId: GENERIC,
    name: texts.generic,
    free: [],
    isLoaded: [...pricing, ...hints].every(({ data }) => data !== undefined),
    error: failed?.error ?? null,
    readAgain: () => failed?.refetch(),
    rows: own.map((one, at) => {
      const entry = pricing[at]?.data?.find(({ ratePlanCode }) => ratePlanCode === null);
      return rowOf(one, dates, entry?.baseAmountMinorUnits ?? null, hints[at]?.data);
    }),
  };
}

function rowOf(
  { id, name, currency }: ResourceRecord,
  dates: readonly string[],
  base: string | null,
  hints: NightPrices | undefined,
): RateRow {
  return {
    roomTypeId: GENERIC,
    resourceId: id,
    ratePlanCode: '',
    currency,
    key: id,
    name: '',
    roomTypeName: '',
    resourceName: name,
    derivedFrom: null,
    parentName: null,
    resources: 1,
    isEnabled: true,
    days: hints === undefined ? [] : dates.map((date) => genericNight(date, base, hints.byDate[date])),
  };
}
