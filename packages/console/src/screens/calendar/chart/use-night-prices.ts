import { useQueries } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { nightPricesQuery } from '../../../api/queries/rates.ts';
import { useResources } from '../../../api/queries/resources.ts';
import { separatorsOf } from '../../../domain/amount-input.ts';
import type { ChartWindow } from '../../../domain/calendar/chart-window.ts';
import { shortAmount } from '../../../domain/short-amount.ts';
import { useFormats, useLocale } from '../../../texts/use-texts.ts';
import type { EntryRow } from './use-chart.ts';

/** What stands in a free night, and what screen readers say. */
export interface PricedNight {
  readonly short: string;
  readonly spoken: string;
}

/** Undefined: not read yet, or not wanted. */
export type PricesOf = (resourceId: string) => ((date: string) => PricedNight) | undefined;

/** Prices are read once the rows in view have rested. */
const REST_MS = 250;
const UNSOLD: PricedNight = { short: '–', spoken: '–' };

export function useNightPrices(isOn: boolean, window: ChartWindow, rows: readonly EntryRow[]) {
  const { ids, onRange } = useSeenResources(isOn, rows);
  const { list } = useResources();
  const seen = useMemo(() => list.filter(({ id }) => ids.includes(id)), [list, ids]);
  const write = useWritePrice();
  const results = useQueries({
    queries: seen.map((one) => nightPricesQuery(one, window.from, window.days)),
    combine: combineData,
  });
  const priced = useMemo(
    () =>
      new Map(
        seen.flatMap(({ id }, at) => {
          const read = results[at];
          if (read === undefined) return [];
          return [[id, (date: string) => write(read.byDate[date] ?? null, read.currency)] as const];
        }),
      ),
    [seen, results, write],
  );
  const pricesOf: PricesOf = useCallback((id) => (isOn ? priced.get(id) : undefined), [isOn, priced]);
  return { pricesOf, onRange };
}

const combineData = <Data>(results: readonly { readonly data: Data | undefined }[]): (Data | undefined)[] =>
  results.map(({ data }) => data);

function useWritePrice(): (minorUnits: string | null, currency: string) => PricedNight {
  const { price } = useFormats();
  const locale = useLocale();
  return useCallback(
    (minorUnits, currency) =>
      minorUnits === null
        ? UNSOLD
        : {
            short: shortAmount(minorUnits, currency, separatorsOf(locale)),
            spoken: price(minorUnits, currency),
          },
    [price, locale],
  );
}

function useSeenResources(isOn: boolean, rows: readonly EntryRow[]) {
  const [text, setText] = useState('');
  const timer = useRef<number | undefined>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const onRange = useCallback(
    (first: number, last: number): void => {
      clearTimeout(timer.current);
      if (!isOn) return;
      const found = rows
        .slice(first, last + 1)
        .flatMap((row) => (row.kind === 'lane' ? [row.resourceId] : []));
      timer.current = self.setTimeout(() => setText([...new Set(found)].join(',')), REST_MS);
    },
    [isOn, rows],
  );
  const ids = useMemo(() => (isOn ? text.split(',').filter(Boolean) : []), [isOn, text]);
  return { ids, onRange };
}
