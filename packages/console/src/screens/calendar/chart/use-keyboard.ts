import { addDays, daysBetween } from '@lodging/format';
import { useState } from 'react';
import { announce } from '../../../api/messages.ts';
import { useResources } from '../../../api/queries/resources.ts';
import { stepped } from '../../../domain/calendar/chart-cursor.ts';
import type { Cursor, Step } from '../../../domain/calendar/chart-cursor.ts';
import { barAt } from '../../../domain/calendar/chart-rows.ts';
import { isInWindow } from '../../../domain/calendar/chart-window.ts';
import type { ChartWindow } from '../../../domain/calendar/chart-window.ts';
import { extendTo, nightsOf } from '../../../domain/calendar/night-selection.ts';
import type { NightSelection } from '../../../domain/calendar/night-selection.ts';
import { immovable } from '../../../domain/stay-move.ts';
import { useFormats, useTexts } from '../../../texts/use-texts.ts';
import type { ChartActions, MovedBar } from './chart-actions.ts';
import { dropOf } from './dropped.ts';
import type { EntryLane, EntryRow } from './use-chart.ts';

const STEPS: Readonly<Record<string, Step>> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
  Home: 'home',
  End: 'end',
  PageUp: 'week-back',
  PageDown: 'week',
  'Control ArrowLeft': 'bar-back',
  'Control ArrowRight': 'bar',
};

interface KeyboardOptions {
  readonly rows: readonly EntryRow[];
  readonly window: ChartWindow;
  /** Where the keys of an event act. */
  readonly placeAt: (target: EventTarget) => Cursor | null;
  readonly setCursor: (cursor: Cursor) => void;
  readonly marked: NightSelection | null;
  readonly actions: ChartActions;
}

/** The keys of the chart. What has keys of its own, such as a button in a row, keeps Enter. */
export function useKeyboard(options: KeyboardOptions) {
  const [moving, setMoving] = useState<MovedBar | null>(null);
  const moves = useMoveKeys(options, moving, setMoving);
  const { rows, window, placeAt, actions } = options;
  const onPlainKey = (event: React.KeyboardEvent, at: Cursor): boolean => {
    const row = rows.find(({ key }) => key === at.key);
    if (event.key === 'Escape') {
      actions.close();
      return true;
    }
    if (row?.kind === 'lane' && event.shiftKey && markOn(options, event.key, row, at)) return true;
    if (step(options, event, at)) return true;
    const isCell = event.target instanceof Element && event.target.matches('[role=gridcell]');
    if (!isCell || row?.kind !== 'lane' || !row.isLoaded || event.ctrlKey) return false;
    const bar = at.date === null ? undefined : barAt(row, daysBetween(window.from, at.date));
    const isEnter = event.key === 'Enter';
    if (event.key === 't') actions.showToday();
    else if (bar !== undefined && event.key === 'm') moves.begin(bar.entry, row.resourceId);
    else if (bar !== undefined && (isEnter || event.key === ' ')) actions.open(bar.entry);
    else if (row.isOver) return false;
    else if (isEnter) actions.book(row.resourceId, nightsOf(selectionIn(options, row, at)));
    else if (event.key === ' ') actions.mark(markHere(row, at, window));
    else return false;
    return true;
  };
  const onKeyDown = (event: React.KeyboardEvent): void => {
    const at = placeAt(event.target);
    if (at === null || event.altKey || event.metaKey) return;
    const isHandled = moving !== null ? moves.onKey(event) : onPlainKey(event, at);
    if (isHandled) event.preventDefault();
  };
  return { onKeyDown, moving };
}

function step({ rows, window, setCursor, actions }: KeyboardOptions, event: React.KeyboardEvent, at: Cursor) {
  const name = STEPS[`${event.ctrlKey ? 'Control ' : ''}${event.key}`];
  if (name === undefined) return false;
  const next = stepped(rows, window, at, name);
  setCursor(next);
  if (next.date !== null && (next.date < window.from || next.date >= window.to)) actions.follow(next.date);
  return true;
}

function markHere(row: EntryLane, at: Cursor, window: ChartWindow): NightSelection {
  const here = at.date ?? window.from;
  return { row: row.key, anchor: here, head: here };
}

/** What is marked, where the focus is in it; else the night that has the focus. */
function selectionIn({ marked, window }: KeyboardOptions, row: EntryLane, at: Cursor): NightSelection {
  const here = markHere(row, at, window);
  if (marked?.row !== row.key) return here;
  const { from, to } = nightsOf(marked);
  return from <= here.head && here.head < to ? marked : here;
}

/** Shift and an arrow: one night more, or one less. Over a stay, too: who is in the way is said when they are closed. */
function markOn(options: KeyboardOptions, key: string, row: EntryLane, at: Cursor): boolean {
  const days = { ArrowLeft: -1, ArrowRight: 1 }[key];
  if (days === undefined || at.date === null || row.isOver) return false;
  const selection = selectionIn(options, row, at);
  const extended = extendTo(selection, addDays(selection.head, days), isInWindow(options.window));
  options.actions.mark(extended);
  options.setCursor({ key: row.key, date: extended.head });
  return true;
}

/** A bar that is moved by arrows: Enter drops it, Escape leaves it where it was. */
function useMoveKeys(
  { rows, actions }: KeyboardOptions,
  moving: MovedBar | null,
  setMoving: (moving: MovedBar | null) => void,
) {
  const { calendar: texts } = useTexts();
  const { shortDate } = useFormats();
  const resources = useResources();
  const say = (bar: MovedBar): void => {
    const { entry, part, days } = bar;
    const resource = resources.find(bar.resourceId)?.name ?? '';
    const first = part === 'end' ? entry.from : addDays(entry.from, days);
    const end = part === 'start' ? entry.to : addDays(entry.to, days);
    announce(texts.moving(resource, shortDate(first), shortDate(end)));
  };
  const put = (bar: MovedBar): void => {
    setMoving(bar);
    say(bar);
  };
  const begin = (entry: MovedBar['entry'], resourceId: string): void => {
    if (!actions.mayMove(entry)) return;
    // Of a guest in residence the departure alone can be moved.
    const part = immovable(entry, 'whole') === 'checked-in' ? 'end' : 'whole';
    const why = immovable(entry, part);
    if (why === null) put({ entry, part, fromId: resourceId, resourceId, days: 0 });
    else actions.explain(why, entry);
  };
  const onKey = (event: React.KeyboardEvent): boolean => {
    if (moving === null) return false;
    const days = { ArrowLeft: -1, ArrowRight: 1, PageUp: -7, PageDown: 7 }[event.key];
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (days !== undefined) put({ ...moving, days: moving.days + days });
    else if (step !== undefined) put({ ...moving, resourceId: neighbourOf(rows, moving, step) });
    else if (event.key === 'Enter') {
      setMoving(null);
      const drop = dropOf(moving, resources);
      if (drop !== null) actions.drop(drop);
    } else if (event.key === 'Escape') {
      setMoving(null);
      announce(texts.movingEnded);
    } else {
      // A key of the page would leave a bar that is on its way.
      return event.key.length === 1 && !event.ctrlKey;
    }
    return true;
  };
  return { begin, onKey };
}

function neighbourOf(rows: readonly EntryRow[], { part, resourceId }: MovedBar, step: number): string {
  if (part !== 'whole') return resourceId;
  const ids = [...new Set(rows.flatMap((row) => (row.kind === 'lane' ? [row.resourceId] : [])))];
  return ids[ids.indexOf(resourceId) + step] ?? resourceId;
}
