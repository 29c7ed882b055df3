import { addDays, daysBetween } from '@lodging/format';
import { useEffect, useRef, useState } from 'react';
import { useResources } from '../../../api/queries/resources.ts';
import type { Cursor } from '../../../domain/calendar/chart-cursor.ts';
import { barAt } from '../../../domain/calendar/chart-rows.ts';
import { isInWindow } from '../../../domain/calendar/chart-window.ts';
import type { ChartWindow } from '../../../domain/calendar/chart-window.ts';
import { extendTo, nightsOf } from '../../../domain/calendar/night-selection.ts';
import type { NightSelection } from '../../../domain/calendar/night-selection.ts';
import { immovable } from '../../../domain/stay-move.ts';
import type { MovedPart } from '../../../domain/stay-move.ts';
import type { ChartActions, MovedBar } from './chart-actions.ts';
import { dropOf } from './dropped.ts';
import type { ChartGeometry } from './geometry.ts';
import type { EntryBar, EntryLane, EntryRow } from './use-chart.ts';

const DRAG_PX = 4;
const EDGE_PX = 9;

interface Place {
  readonly row: EntryRow | undefined;
  readonly night: number;
}

interface PointerOptions {
  readonly locate: (event: React.PointerEvent | React.MouseEvent) => Place;
  readonly geometry: ChartGeometry;
  readonly marked: NightSelection | null;
  readonly setCursor: (cursor: Cursor) => void;
  readonly actions: ChartActions;
}

/** What a pressed button has begun. It is a drag once the pointer has moved. */
interface Gesture {
  readonly pointerId: number;
  readonly x: number;
  readonly y: number;
  readonly row: EntryLane;
  readonly night: number;
  readonly bar: EntryBar | undefined;
  readonly part: MovedPart;
  /** Ctrl: the nights are marked, those of a stay too, and nothing more. */
  readonly marksOnly: boolean;
  isDrag: boolean;
}

/** Drags over free nights and of bars, and clicks. A finger scrolls instead, and opens by a tap. */
export function usePointer(options: PointerOptions) {
  const { locate, geometry } = options;
  const gesture = useRef<Gesture | null>(null);
  const wasDrag = useRef(false);
  const [moving, setMoving] = useState<MovedBar | null>(null);
  const drags = useDrags(options, setMoving);
  const end = (): void => {
    gesture.current = null;
    setMoving(null);
  };
  useEscape(() => {
    if (gesture.current?.isDrag === true) end();
  });
  const handlers = {
    onPointerDown(event: React.PointerEvent): void {
      wasDrag.current = false;
      gesture.current = begunBy(event, locate(event), geometry);
    },
    onPointerMove(event: React.PointerEvent): void {
      const { current } = gesture;
      if (current === null) return;
      const isFar = Math.hypot(event.clientX - current.x, event.clientY - current.y) >= DRAG_PX;
      if (!current.isDrag && !isFar) return;
      if (!current.isDrag) {
        current.isDrag = true;
        wasDrag.current = true;
        event.currentTarget.setPointerCapture(current.pointerId);
        if (!drags.mayBegin(current)) return end();
      }
      drags.move(current, locate(event));
    },
    onPointerUp(event: React.PointerEvent): void {
      const { current } = gesture;
      end();
      if (current?.isDrag === true) drags.drop(current, locate(event));
    },
    onPointerCancel: end,
    onClick(event: React.MouseEvent): void {
      if (!wasDrag.current) clickedAt(options, event);
    },
  };
  return { handlers, moving };
}

/** A bar is opened, a free night is marked, and with Shift all nights up to it. */
function clickedAt(
  { locate, geometry, marked, setCursor, actions }: PointerOptions,
  event: React.MouseEvent,
): void {
  const cell = event.target instanceof Element ? event.target.closest('[role=gridcell]') : null;
  const { row, night } = locate(event);
  const isOutside = night < 0 || night >= geometry.window.days;
  if (cell === null || isOutside || row?.kind !== 'lane' || !row.isLoaded) return;
  const date = addDays(geometry.window.from, night);
  setCursor({ key: row.key, date });
  const bar = barAt(row, night);
  const isMore = event.shiftKey && marked?.row === row.key;
  if (bar !== undefined && !isMore) return actions.open(bar.entry);
  if (row.isOver) return;
  const here = { row: row.key, anchor: date, head: date };
  actions.mark(isMore ? extendTo(marked, date, isInWindow(geometry.window)) : here);
}

function begunBy(event: React.PointerEvent, { row, night }: Place, geometry: ChartGeometry): Gesture | null {
  const cell = event.target instanceof Element ? event.target.closest('[role=gridcell]') : null;
  if (event.button !== 0 || event.pointerType === 'touch' || cell === null) return null;
  if (row?.kind !== 'lane' || !row.isLoaded || night < 0 || night >= geometry.window.days) return null;
  const { pointerId, clientX: x, clientY: y, ctrlKey: marksOnly } = event;
  const bar = marksOnly ? undefined : barAt(row, night);
  if (bar === undefined && row.isOver) return null;
  const { left, right } = cell.getBoundingClientRect();
  const part = bar === undefined ? 'whole' : edgeOf({ event, left, right, bar, geometry });
  return { pointerId, x, y, row, night, bar, part, marksOnly, isDrag: false };
}

interface EdgeInput {
  readonly event: React.PointerEvent;
  readonly left: number;
  readonly right: number;
  readonly bar: EntryBar;
  readonly geometry: ChartGeometry;
}

/** An end of a bar that is outside of the window is no edge. */
function edgeOf({ event, left, right, bar, geometry }: EdgeInput): MovedPart {
  const { entry } = bar;
  if (event.clientX <= left + EDGE_PX && entry.from >= geometry.window.from) return 'start';
  if (event.clientX >= right - EDGE_PX && entry.to <= geometry.window.to) return 'end';
  return 'whole';
}

function useDrags(
  { geometry, setCursor, actions }: PointerOptions,
  setMoving: (bar: MovedBar | null) => void,
) {
  const resources = useResources();
  const { window } = geometry;
  const markOver = ({ row, night: begin, marksOnly }: Gesture, { night }: Place): NightSelection => {
    const anchor = addDays(window.from, begin);
    return extendTo(
      { row: row.key, anchor, head: anchor },
      addDays(window.from, night),
      marksOnly ? isInWindow(window) : isFreeIn(row, window),
    );
  };
  const movedTo = (begun: Gesture, bar: EntryBar, { row, night }: Place): MovedBar => {
    const isRow = begun.part === 'whole' && row?.kind === 'lane';
    return {
      entry: bar.entry,
      part: begun.part,
      fromId: begun.row.resourceId,
      resourceId: isRow ? row.resourceId : begun.row.resourceId,
      days: night - begun.night,
    };
  };
  return {
    /** Of a bar that stays where it is the reason is said. */
    mayBegin({ bar, part }: Gesture): boolean {
      if (bar === undefined) return true;
      const why = immovable(bar.entry, part);
      if (why !== null) actions.explain(why, bar.entry);
      return why === null && actions.mayMove(bar.entry);
    },
    move(begun: Gesture, place: Place): void {
      if (begun.bar !== undefined) setMoving(movedTo(begun, begun.bar, place));
      else actions.mark(markOver(begun, place));
    },
    drop(begun: Gesture, place: Place): void {
      if (begun.bar !== undefined) {
        const drop = dropOf(movedTo(begun, begun.bar, place), resources);
        if (drop !== null) actions.drop(drop);
        return;
      }
      const selection = markOver(begun, place);
      actions.mark(selection);
      setCursor({ key: begun.row.key, date: selection.head });
      if (!begun.marksOnly && actions.mayBook) actions.book(begun.row.resourceId, nightsOf(selection));
    },
  };
}

function isFreeIn(row: EntryLane, window: ChartWindow): (night: string) => boolean {
  const isIn = isInWindow(window);
  return (night) => isIn(night) && barAt(row, daysBetween(window.from, night)) === undefined;
}

function useEscape(run: () => void): void {
  const latest = useRef(run);
  useEffect(() => {
    latest.current = run;
  });
  useEffect(() => {
    const onKey = ({ key }: KeyboardEvent): void => {
      if (key === 'Escape') latest.current();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
}
