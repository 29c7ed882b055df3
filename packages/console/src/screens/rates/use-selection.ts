import { useState } from 'react';
import { movedBy, placesOf } from '../../domain/rates/rate-selection.ts';
import type { Area, Place } from '../../domain/rates/rate-selection.ts';

interface Selection {
  readonly focus: Place;
  readonly areas: readonly Area[];
}

const FIRST: Place = { row: 0, column: 0 };
const only = (place: Place): Selection => ({ focus: place, areas: [{ anchor: place, end: place }] });

/** The place of the keyboard, and what an action is for. */
export function useSelection(size: Place) {
  const [state, setState] = useState<Selection>(() => only(FIRST));
  const kept = (place: Place): Place => ({
    row: Math.max(0, Math.min(place.row, size.row - 1)),
    column: Math.max(0, Math.min(place.column, size.column - 1)),
  });
  const focus = kept(state.focus);
  const areas = state.areas.map(({ anchor, end }) => ({ anchor: kept(anchor), end: kept(end) }));
  const extend = (end: Place): void =>
    setState(({ areas: before }) => {
      const last = before.at(-1);
      return { focus: end, areas: [...before.slice(0, -1), { anchor: last?.anchor ?? end, end }] };
    });
  return {
    focus,
    areas,
    places: () => placesOf(areas),
    extend,
    choose: (place: Place) => setState(only(place)),
    add: (place: Place) =>
      setState(({ areas: before }) => ({ focus: place, areas: [...before, { anchor: place, end: place }] })),
    chooseRow: (row: number) =>
      setState(({ focus: at }) => ({
        focus: { ...at, row },
        areas: [{ anchor: { row, column: 0 }, end: { row, column: size.column - 1 } }],
      })),
    chooseColumn: (column: number, isMore: boolean) =>
      setState(({ focus: at, areas: before }) => {
        const from = isMore ? (before.at(-1)?.anchor.column ?? column) : column;
        return {
          focus: { ...at, column },
          areas: [{ anchor: { row: 0, column: from }, end: { row: size.row - 1, column } }],
        };
      }),
    chooseAll: () =>
      setState(({ focus: at }) => ({
        focus: at,
        areas: [{ anchor: FIRST, end: { row: size.row - 1, column: size.column - 1 } }],
      })),
    /** False where the key moves nothing. */
    move: (key: string, isMore: boolean): boolean => {
      const next = movedBy(key, focus, size);
      if (next === null) return false;
      if (isMore) extend(next);
      else setState(only(next));
      return true;
    },
  };
}

export type GridSelection = ReturnType<typeof useSelection>;
