import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef } from 'react';
import type { Place } from '../../../domain/rates/rate-selection.ts';
import { useTexts } from '../../../texts/use-texts.ts';
import { Refusal } from '../../../ui/notice.tsx';
import { useMedia } from '../../../ui/hooks/use-media.ts';
import { DateHeader, FreeCells } from './grid-header.tsx';
import type { DrawnColumn, RateGridProps } from './grid-view.ts';
import { PlanCells } from './plan-cells.tsx';
import { PlanName } from './plan-name.tsx';
import css from '../rates.module.css';
import { useGridPointer } from './use-grid-pointer.ts';

const COLUMN_PX = 72;
/** As the style sheet has them. */
const NAMES_PX = { wide: 190, narrow: 122 } as const;
const NARROW = '(max-width: 45rem)';
const OVERSCAN = 4;

/** Plans by date; only the columns in view are drawn. */
export function RateGrid(props: RateGridProps) {
  const { rates: texts } = useTexts();
  const { groups, dates, selection, onKeyDown, onCopy, onPaste } = props;
  const scroll = useRef<HTMLDivElement>(null);
  const names = useMedia(NARROW) ? NAMES_PX.narrow : NAMES_PX.wide;
  const columns = useColumns(scroll, { count: dates.length, names }, selection.focus);
  const pointer = useGridPointer(selection);
  const rows = groups.reduce((sum, group) => sum + group.rows.length + 1, 1);
  return (
    // Time goes from left to right, whatever the script of the page.
    <div ref={scroll} dir="ltr" className={css.scroll} onCopy={onCopy} onPaste={onPaste}>
      {/* The tab stop is one of its cells. */}
      <div
        role="grid"
        tabIndex={-1}
        aria-label={texts.title}
        aria-multiselectable="true"
        aria-rowcount={rows}
        aria-colcount={dates.length + 1}
        className={css.grid}
        style={{ width: names + dates.length * COLUMN_PX }}
        onKeyDown={onKeyDown}
        {...pointer}
      >
        <DateHeader dates={dates} columns={columns} />
        <GroupRows {...props} columns={columns} />
      </div>
    </div>
  );
}

function GroupRows(props: RateGridProps & { readonly columns: readonly DrawnColumn[] }) {
  const { rates: texts } = useTexts();
  const { groups, columns, dates } = props;
  return groups.map((group, at) => {
    const first = groups.slice(0, at).reduce((sum, { rows }) => sum + rows.length, 0);
    return (
      <div key={group.roomTypeId} role="rowgroup" className={css.group}>
        <div role="row" className={css.typeRow}>
          <div role="rowheader" className={css.typeName}>
            <bdi>{group.name}</bdi> <span>{texts.freeShort}</span>
          </div>
          <FreeCells group={group} columns={columns} dates={dates} />
        </div>
        {group.error !== null && (
          <div role="row" className={css.failed}>
            <div role="gridcell">
              <Refusal error={group.error} onTryAgain={group.readAgain} />
            </div>
          </div>
        )}
        {group.rows.map((row, index) => (
          <div key={row.key} role="row" aria-rowindex={first + index + 2} className={css.planRow}>
            <PlanName row={row} place={first + index} open={props.open} onOpen={props.onOpen} />
            <PlanCells {...props} row={row} place={first + index} />
          </div>
        ))}
      </div>
    );
  });
}

/** The column of the keyboard is always drawn: it has the tab stop. */
function useColumns(
  scroll: React.RefObject<HTMLDivElement | null>,
  { count, names }: { readonly count: number; readonly names: number },
  focus: Place,
): readonly DrawnColumn[] {
  // eslint-disable-next-line react/incompatible-library -- what it answers is read while drawing alone.
  const virtual = useVirtualizer({
    horizontal: true,
    count,
    getScrollElement: () => scroll.current,
    estimateSize: () => COLUMN_PX,
    overscan: OVERSCAN,
    scrollPaddingEnd: names,
    rangeExtractor: (range) => [...new Set([...defaultRangeExtractor(range), focus.column])],
  });
  const { column, row } = focus;
  const wasAt = useRef(focus);
  useEffect(() => {
    if (wasAt.current.column === column && wasAt.current.row === row) return;
    wasAt.current = { column, row };
    virtual.scrollToIndex(column, { align: 'auto' });
    // A cell that is typed into keeps the focus; one elsewhere on the page is not taken from there.
    const { current } = scroll;
    if (current === null || !current.contains(document.activeElement)) return;
    current.querySelector<HTMLElement>('[role=gridcell][tabindex="0"]')?.focus({ preventScroll: true });
  }, [column, row, virtual, scroll]);
  return virtual.getVirtualItems().map(({ index, start }) => ({ index, start: start + names }));
}
