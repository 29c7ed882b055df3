import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import type { Range } from '@tanstack/react-virtual';
import { useEffect, useMemo, useState } from 'react';
import type { Cursor } from '../../../domain/calendar/chart-cursor.ts';
import type { Span } from '../../../domain/calendar/chart-window.ts';
import type { ChartGridProps } from './chart-props.ts';
import type { EntryRow } from './use-chart.ts';

/** Of the rows; the heads of the chart have the rest. */
const MOST_ELEMENTS = 3_200;
const MOST_ROWS = 60;
const SCROLLING_OVERSCAN = 3;
const GROWTH_ROWS = 4;
const GROWTH_MS = 60;

/** Which rows and nights are drawn: few rows beyond the view while it moves, and more of them once it rests. */
export function useDrawn(
  { rows, geometry, onRange }: ChartGridProps,
  ref: React.RefObject<HTMLDivElement | null>,
  cursor: Cursor | null,
) {
  const { headHeight, rowHeight, groupHeight, window } = geometry;
  const cursorRow = rows.findIndex(({ key }) => key === cursor?.key);
  const [overscan, setOverscan] = useState(SCROLLING_OVERSCAN);
  // eslint-disable-next-line react/incompatible-library -- the rows are memoised by themselves.
  const lanes = useVirtualizer({
    count: rows.length,
    getScrollElement: () => ref.current,
    estimateSize: (index) => (rows[index]?.kind === 'group' ? groupHeight : rowHeight),
    getItemKey: (index) => rows[index]?.key ?? index,
    paddingStart: headHeight,
    overscan,
    // The row with the focus stays, wherever the chart is scrolled to.
    rangeExtractor: (range: Range) =>
      [...new Set([...defaultRangeExtractor(range), ...(cursorRow >= 0 ? [cursorRow] : [])])].toSorted(
        (one, other) => one - other,
      ),
  });
  const { startIndex: first = 0, endIndex: last = 0 } = lanes.range ?? {};
  const inView = last - first + 1;
  const elementsOfRow = averageOf(rows.slice(first, last + 1), window.days);
  const isDense = elementsOfRow * (inView + 2 * SCROLLING_OVERSCAN) > MOST_ELEMENTS;
  const weeks = useWeeks(geometry, ref);
  const [begin, nights] = isDense ? [weeks.first, weeks.nights] : [0, window.days];
  // The same one as long as it has the same nights: the rows compare it.
  const drawn = useMemo(() => ({ first: begin, nights }), [begin, nights]);
  const each = (elementsOfRow * drawn.nights) / window.days;
  const most = Math.min(MOST_ROWS, Math.floor(MOST_ELEMENTS / Math.max(1, each)));
  const resting = Math.max(SCROLLING_OVERSCAN, Math.floor((most - inView) / 2));
  useGrowth(lanes.isScrolling, overscan, resting, setOverscan);
  useEffect(() => lanes.measure(), [lanes, rowHeight, rows]);
  useEffect(() => onRange(first, last), [onRange, first, last, rows]);
  return {
    drawn,
    virtualRows: lanes.getVirtualItems(),
    total: lanes.getTotalSize(),
    rowAt: (y: number): EntryRow | undefined => {
      const item = y < headHeight ? undefined : lanes.getVirtualItemForOffset(y);
      return item && y < item.end ? rows[item.index] : undefined;
    },
  };
}

/** A few rows more at a time: all at once they would hold up what the desk does next. */
function useGrowth(
  isScrolling: boolean,
  overscan: number,
  resting: number,
  setOverscan: (rows: number) => void,
): void {
  useEffect(() => {
    if (isScrolling) setOverscan(Math.min(SCROLLING_OVERSCAN, resting));
    else if (overscan > resting) setOverscan(resting);
    if (isScrolling || overscan >= resting) return undefined;
    const timer = setTimeout(() => setOverscan(Math.min(resting, overscan + GROWTH_ROWS)), GROWTH_MS);
    return () => clearTimeout(timer);
  }, [isScrolling, overscan, resting, setOverscan]);
}

/** Elements of a row: its heading, its free nights, and its bars with what stands on them. */
function averageOf(rows: readonly EntryRow[], days: number): number {
  const counts = rows.map((row) => {
    if (row.kind === 'group') return 4;
    const taken = row.bars.reduce((sum, { nights }) => sum + nights, 0);
    return 3 + days - taken + 4 * row.bars.length;
  });
  return counts.reduce((sum, count) => sum + count, 0) / Math.max(1, counts.length);
}

/** The weeks in view, where the rows have too much for all nights: drawn again with another week, not with each night. */
function useWeeks(
  { nightWidth, headingWidth, window: { days } }: ChartGridProps['geometry'],
  ref: React.RefObject<HTMLDivElement | null>,
): Span {
  // eslint-disable-next-line react/incompatible-library -- the rows are memoised by themselves.
  const columns = useVirtualizer({
    count: days,
    horizontal: true,
    getScrollElement: () => ref.current,
    estimateSize: () => nightWidth,
    paddingStart: headingWidth,
    overscan: 2,
  });
  useEffect(() => columns.measure(), [columns, nightWidth]);
  const items = columns.getVirtualItems();
  const first = Math.floor((items[0]?.index ?? 0) / 7) * 7;
  const end = Math.min(days, Math.ceil(((items.at(-1)?.index ?? 13) + 1) / 7) * 7);
  return { first, nights: end - first };
}
