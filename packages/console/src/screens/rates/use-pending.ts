import { useState } from 'react';
import type { NightTarget, PendingNight, RateChange } from '../../domain/rate-changes.ts';
import { isEmptyTarget, keyOfRow } from '../../domain/rate-changes.ts';
import { openPart } from '../../domain/read-nights.ts';
import type { BulkDay } from '../../domain/read-nights.ts';
import type { RateRow } from './use-rates.ts';

/** A night that is changed on the screen alone, with what was read of it. */
export interface PendingCell extends PendingNight {
  readonly row: RateRow;
  readonly before: BulkDay;
}

export type PendingCells = ReadonlyMap<string, PendingCell>;

export interface Cell {
  readonly row: RateRow;
  readonly day: BulkDay;
}

const keyOf = (row: RateRow, date: string): string => `${row.key} ${date}`;

export const pendingOf = (cells: PendingCells, row: RateRow, date: string): NightTarget =>
  cells.get(keyOf(row, date))?.target ?? {};

/** What is changed and not saved. */
export function usePending() {
  const [cells, setCells] = useState<PendingCells>(new Map());
  /** A target of null leaves the cell as it is. */
  const change = (changed: readonly Cell[], targetOf: (cell: Cell) => NightTarget | null): void =>
    setCells((before) => {
      const next = new Map(before);
      for (const cell of changed) {
        const target = targetOf(cell);
        if (target === null) continue;
        const { row, day } = cell;
        const key = keyOf(row, day.date);
        const open = openPart({ ...before.get(key)?.target, ...target }, day, row.resources);
        if (isEmptyTarget(open)) next.delete(key);
        else next.set(key, { row, date: day.date, target: open, before: before.get(key)?.before ?? day });
      }
      return next;
    });
  /** They are saved. */
  const remove = (saved: RateChange): void =>
    setCells(
      (before) =>
        new Map(
          [...before].filter(
            ([, { row, date }]) => keyOfRow(row) !== keyOfRow(saved) || date < saved.from || date >= saved.to,
          ),
        ),
    );
  /** What others changed meanwhile is what was there before. */
  const rebase = (read: ReadonlyMap<string, BulkDay>): void =>
    setCells(
      (before) =>
        new Map([...before].map(([key, cell]) => [key, { ...cell, before: read.get(key) ?? cell.before }])),
    );
  return { cells, change, remove, rebase, clear: () => setCells(new Map()) };
}

export type Pending = ReturnType<typeof usePending>;
