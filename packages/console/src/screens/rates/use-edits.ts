import { useState } from 'react';
import { weekdayOf } from '@lodging/format';
import { separatorsOf } from '../../domain/amount-input.ts';
import { changedPrice, readPrice } from '../../domain/rates/price-input.ts';
import type { NightTarget } from '../../domain/rates/rate-changes.ts';
import { oneRate } from '../../domain/rates/read-nights.ts';
import { useLanguage, useTexts } from '../../texts/use-texts.ts';
import { pendingOf } from './use-pending.ts';
import type { Cell, Pending } from './use-pending.ts';
import type { RateRow } from './use-rates.ts';
import type { GridSelection } from './use-selection.ts';

export type Flag = 'stopSell' | 'closedToArrival' | 'closedToDeparture';
export type Length = 'minStayNights' | 'maxStayNights';

interface EditsInput {
  readonly rows: readonly RateRow[];
  /** Monday is 1. */
  readonly weekdays: readonly number[];
  readonly selection: GridSelection;
  readonly pending: Pending;
}

/** What the keys and buttons of the grid do with the selected nights. */
export function useEdits({ rows, weekdays, selection, pending }: EditsInput) {
  const { rates: texts, desk } = useTexts();
  const separators = separatorsOf(useLanguage());
  const [fault, setFault] = useState<string | null>(null);
  const cells = (): Cell[] => selectedCells(rows, selection, weekdays);
  const targetOf = ({ row, day }: Cell): NightTarget => pendingOf(pending.cells, row, day.date);
  const set = (target: NightTarget): void => {
    setFault(null);
    pending.change(cells(), () => target);
  };
  const priceOf = (text: string, cell: Cell): bigint | null | string => {
    const read = readPrice(text, cell.row.currency, separators);
    if (!read.ok) return desk.amountFaults[read.fault];
    return changedPrice(read.change, targetOf(cell).nightly ?? oneRate(cell.day));
  };
  const type = (text: string): void => {
    const prices = cells().map((cell) => ({ cell, price: priceOf(text, cell) }));
    const wrong = prices.find(({ price }) => typeof price === 'string')?.price;
    const without = prices.filter(({ price }) => price === null).length;
    setFault(typeof wrong === 'string' ? wrong : without > 0 ? texts.notOne(without) : null);
    if (wrong !== undefined) return;
    const known = new Map(prices.map(({ cell, price }) => [cell.day, { cell, price }]));
    pending.change(
      [...known.values()].map(({ cell }) => cell),
      ({ day }) => {
        const price = known.get(day)?.price;
        return typeof price === 'bigint' ? { nightly: price } : null;
      },
    );
  };
  /** On for all, unless it is on for all. */
  const toggle = (flag: Flag): void => {
    const chosen = cells();
    const isOn = (cell: Cell): boolean => targetOf(cell)[flag] ?? cell.day[flag] === cell.row.resources;
    set({ [flag]: !(chosen.length > 0 && chosen.every(isOn)) });
  };
  return {
    fault,
    count: cells().length,
    type,
    toggle,
    toBase: () => set({ nightly: null }),
    limit: (length: Length, nights: number | null) => set({ [length]: nights }),
  };
}

/** Those on the weekdays that are on. */
function selectedCells(
  rows: readonly RateRow[],
  selection: GridSelection,
  weekdays: readonly number[],
): Cell[] {
  return selection.places().flatMap(({ row: at, column }) => {
    const row = rows[at];
    const day = row?.days[column];
    return row === undefined || day === undefined || !weekdays.includes(weekdayOf(day.date))
      ? []
      : [{ row, day }];
  });
}

export type Edits = ReturnType<typeof useEdits>;
