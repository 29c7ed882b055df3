import { addDays, daysBetween } from '@lodging/format';
import { useLayoutEffect, useRef, useState } from 'react';
import { placed } from '../../../domain/calendar/chart-cursor.ts';
import type { Cursor } from '../../../domain/calendar/chart-cursor.ts';
import type { Span } from '../../../domain/calendar/chart-window.ts';
import { nightsOf } from '../../../domain/calendar/night-selection.ts';
import { useTexts } from '../../../texts/use-texts.ts';
import css from './chart.module.css';
import type { ChartGridProps } from './chart-props.ts';
import { ChartOverlay } from './chart-overlay.tsx';
import { GridHead } from './grid-head.tsx';
import { GroupRow } from './group-row.tsx';
import { hasHold, LaneRow } from './lane-row.tsx';
import { useDrawn } from './use-drawn.ts';
import { useKeyboard } from './use-keyboard.ts';
import { usePointer } from './use-pointer.ts';

const HEAD_ROWS = 2;

export function ChartGrid(props: ChartGridProps) {
  const { rows, geometry, today, free } = props;
  const { calendar: texts } = useTexts();
  const ref = useRef<HTMLDivElement>(null);
  const [wanted, setWanted] = useState<Cursor | null>(null);
  const cursor = placed(rows, geometry.window, wanted);
  const { drawn, virtualRows, total, rowAt } = useDrawn(props, ref, cursor);
  const isThere = cursor?.key === wanted?.key && cursor?.date === wanted?.date;
  const setCursor = useFocus(ref, isThere, setWanted);
  const keepFocus = useKeptFocus(ref);
  const { window } = geometry;
  const placeAt = (target: EventTarget): Cursor | null => placeOf(target, rows, window.from) ?? cursor;
  const keyboard = useKeyboard({ ...props, window, placeAt, setCursor });
  const locate = (event: { readonly clientX: number; readonly clientY: number }) => {
    const { left = 0, top = 0 } = ref.current?.getBoundingClientRect() ?? {};
    const { scrollLeft = 0, scrollTop = 0 } = ref.current ?? {};
    const x = event.clientX - left + scrollLeft - geometry.leftOf(0);
    return { night: Math.floor(x / geometry.nightWidth), row: rowAt(event.clientY - top + scrollTop) };
  };
  const pointer = usePointer({ ...props, locate, setCursor: setWanted });
  return (
    // eslint-disable-next-line jsx-a11y/interactive-supports-focus -- its cells take the focus.
    <div
      ref={ref}
      role="grid"
      // Time goes from left to right, whatever the script of the page.
      dir="ltr"
      aria-label={texts.title}
      aria-rowcount={rows.length + HEAD_ROWS}
      aria-colcount={geometry.window.days + 1}
      aria-multiselectable="true"
      className={css.grid}
      onKeyDown={keyboard.onKeyDown}
      {...keepFocus}
      {...pointer.handlers}
    >
      <GridHead {...{ geometry, drawn, today, free }} />
      <div role="rowgroup" className={css.body} style={{ width: geometry.width, height: total }}>
        {virtualRows.map(({ index, start }) => (
          <ChartRow key={rows[index]?.key ?? index} {...props} {...{ index, top: start, drawn, cursor }} />
        ))}
      </div>
      <ChartOverlay {...props} moving={keyboard.moving ?? pointer.moving} virtualRows={virtualRows} />
    </div>
  );
}

interface ChartRowProps extends ChartGridProps {
  readonly index: number;
  readonly top: number;
  readonly drawn: Span;
  readonly cursor: Cursor | null;
}

function ChartRow(props: ChartRowProps) {
  const { rows, index, top, geometry, words, drawn, cursor, marked, openId, occupied } = props;
  const row = rows[index];
  if (row === undefined) return null;
  const isCursor = cursor?.key === row.key;
  const rowIndex = index + HEAD_ROWS + 1;
  if (row.kind === 'group')
    return (
      <GroupRow
        {...{ row, rowIndex, top, geometry, isCursor }}
        name={props.groupName(row.key)}
        onToggle={props.onToggle}
      />
    );
  const night = cursor?.date ? daysBetween(geometry.window.from, cursor.date) : -1;
  return (
    <LaneRow
      {...{ row, rowIndex, top, geometry, words, drawn }}
      name={props.laneName(row)}
      cursor={isCursor ? night : null}
      marked={marked?.row === row.key ? nightsOf(marked) : null}
      openId={row.bars.some(({ entry }) => entry.id === openId) ? openId : null}
      at={hasHold(row) ? props.at : 0}
      priceOf={row.isOver ? undefined : props.pricesOf(row.resourceId)}
      failure={row.isLoaded ? undefined : occupied.failureOf(row.resourceId)}
    />
  );
}

/** Of a cell that has the focus and not the cursor: a bar that was moved has kept it, or a reader’s tool has set it. */
function placeOf(target: EventTarget, rows: ChartGridProps['rows'], from: string): Cursor | null {
  if (!(target instanceof Element)) return null;
  const cell = target.closest('[aria-colindex]');
  const rowIndex = Number(cell?.closest('[role=row]')?.getAttribute('aria-rowindex'));
  const row = rows[rowIndex - HEAD_ROWS - 1];
  if (cell === null || row === undefined || target.matches('[data-cursor]')) return null;
  const night = Number(cell.getAttribute('aria-colindex')) - 2;
  return { key: row.key, date: night < 0 ? null : addDays(from, night) };
}

/** The focus goes to the cell of the cursor once it is drawn. */
function useFocus(
  ref: React.RefObject<HTMLDivElement | null>,
  /** Until then the window is still on its way to the date. */
  isThere: boolean,
  setWanted: (cursor: Cursor) => void,
): (cursor: Cursor) => void {
  const isDue = useRef(false);
  useLayoutEffect(() => {
    const cell = ref.current?.querySelector<HTMLElement>('[data-cursor]');
    if (!isDue.current || !isThere || !cell) return;
    isDue.current = false;
    cell.focus({ preventScroll: true });
    cell.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  });
  return (cursor) => {
    isDue.current = true;
    setWanted(cursor);
  };
}

/** A bar that goes while it has the focus, such as a closing that is opened, leaves it to the cell of the cursor. */
function useKeptFocus(ref: React.RefObject<HTMLDivElement | null>) {
  const last = useRef<Element | null>(null);
  useLayoutEffect(() => {
    if (last.current === null || last.current.isConnected || document.activeElement !== document.body) return;
    last.current = null;
    ref.current?.querySelector<HTMLElement>('[data-cursor]')?.focus({ preventScroll: true });
  });
  return {
    onFocus: ({ target }: React.FocusEvent) => {
      last.current = target;
    },
    onBlur: ({ relatedTarget }: React.FocusEvent) => {
      if (relatedTarget !== null) last.current = null;
    },
  };
}
