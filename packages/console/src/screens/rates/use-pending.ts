import { useState } from 'react';
import type { NightTarget, PendingNight, RateChange } from '../../domain/rates/rate-changes.ts';
import { isEmptyTarget, keyOfRow, keyOfType } from '../../domain/rates/rate-changes.ts';
import { openPart, openPartUnder } from '../../domain/rates/read-nights.ts';
import type { RateDay } from '../../domain/rates/read-nights.ts';
import type { RateRow } from './use-rates.ts';

/** A night that is changed on the screen alone, with what was read of it. */
export interface PendingCell extends PendingNight {
  readonly row: RateRow;
  readonly before: RateDay;
}

export type PendingCells = ReadonlyMap<string, PendingCell>;

export interface Cell {
  readonly row: RateRow;
  readonly day: RateDay;
}

const keyOf = (row: RateRow, date: string): string => `${row.key} ${date}`;

const NOTHING: NightTarget = {};

/** What the room type of a resource is to become. */
const aboveOf = (cells: PendingCells, row: RateRow, date: string): NightTarget =>
  (row.resourceId !== undefined && cells.get(`${keyOfType(row)} ${date}`)?.target) || NOTHING;

/** What is meant for one resource holds over what is meant for its room type. */
export function pendingOf(cells: PendingCells, row: RateRow, date: string): NightTarget {
  const above = aboveOf(cells, row, date);
  const own = cells.get(keyOf(row, date))?.target;
  if (own === undefined) return above;
  return above === NOTHING ? own : { ...above, ...own };
}

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
        const whole = { ...before.get(key)?.target, ...target };
        const open =
          row.resourceId === undefined
            ? openPart(whole, day, row.resources)
            : openPartUnder(aboveOf(next, row, day.date), whole, day);
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
  const rebase = (read: ReadonlyMap<string, RateDay>): void =>
    setCells(
      (before) =>
        new Map([...before].map(([key, cell]) => [key, { ...cell, before: read.get(key) ?? cell.before }])),
    );
  return { cells, change, remove, rebase, clear: () => setCells(new Map()) };
}

export type Pending = ReturnType<typeof usePending>;
