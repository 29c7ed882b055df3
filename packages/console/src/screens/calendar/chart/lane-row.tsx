import { Link } from '@tanstack/react-router';
import { memo } from 'react';
import type { OccupancyEntry } from '../../../api/records.ts';
import { barAt } from '../../../domain/calendar/chart-rows.ts';
import type { Nights, Span } from '../../../domain/calendar/chart-window.ts';
import { useTexts } from '../../../texts/use-texts.ts';
import { Button } from '../../../ui/button.tsx';
import { BarCell } from './bar-cell.tsx';
import css from './chart.module.css';
import type { ChartGeometry } from './geometry.ts';
import type { BarWords } from './use-bar-words.ts';
import type { EntryLane } from './use-chart.ts';
import type { PricesOf } from './use-night-prices.ts';
import type { Failure } from './use-occupancy.ts';

export interface LaneRowProps {
  readonly row: EntryLane;
  readonly rowIndex: number;
  readonly top: number;
  readonly name: string;
  readonly geometry: ChartGeometry;
  readonly words: BarWords;
  /** The nights that are drawn. */
  readonly drawn: Span;
  /** Of this row: where the keyboard is, -1 for the heading; null: in another row. */
  readonly cursor: number | null;
  readonly marked: Nights | null;
  readonly openId: string | null;
  /** The time, for holds alone. */
  readonly at: number;
  /** Of a free night; undefined: prices are not shown. */
  readonly priceOf: ReturnType<PricesOf>;
  readonly failure: Failure | undefined;
}

/** One unit of a resource. Its cells partition the nights of the window. */
export const LaneRow = memo(function LaneRow(props: LaneRowProps) {
  const { row, rowIndex, top, name, geometry } = props;
  return (
    <div
      role="row"
      aria-rowindex={rowIndex}
      aria-label={name}
      className={row.isOver ? `${css.row} ${css.over}` : css.row}
      style={{ top, height: geometry.rowHeight }}
    >
      <RowHeading {...props} />
      {row.isLoaded ? <Cells {...props} /> : <NotRead {...props} />}
    </div>
  );
});

function RowHeading({ row, name, words, cursor }: LaneRowProps) {
  const { calendar: texts } = useTexts();
  const conflict = row.isOver
    ? words.conflictOf(
        row.resourceId,
        row.bars.map(({ entry }) => entry),
      )
    : undefined;
  const focus = { tabIndex: cursor === -1 ? 0 : -1, 'data-cursor': cursor === -1 || undefined };
  return (
    <div
      role="rowheader"
      aria-colindex={1}
      aria-label={name}
      className={css.heading}
      {...(conflict === undefined && focus)}
    >
      <bdi>{name}</bdi>
      {conflict !== undefined && (
        <Link to="/channels" search={{ tab: 'conflicts', conflict }} className={css.conflict} {...focus}>
          {texts.conflict}
        </Link>
      )}
    </div>
  );
}

function Cells(props: LaneRowProps) {
  const { row, geometry, drawn, cursor } = props;
  const cells: React.ReactNode[] = [];
  const end = drawn.first + drawn.nights;
  for (let night = drawn.first; night < end;) {
    const { cell, next } = cellAt(props, night);
    cells.push(cell);
    night = next;
  }
  const isBeyond = cursor !== null && cursor >= 0 && (cursor < drawn.first || cursor >= end);
  const last = barAt(row, end - 1);
  const isDrawn = isBeyond && last !== undefined && barAt(row, cursor) === last;
  if (isBeyond && !isDrawn && cursor < geometry.window.days) cells.push(cellAt(props, cursor).cell);
  return cells;
}

/** The cell over a night, and the night after it. */
function cellAt(props: LaneRowProps, night: number): { cell: React.ReactNode; next: number } {
  const { row, geometry, cursor, openId, words, at } = props;
  const bar = barAt(row, night);
  if (bar === undefined && row.isOver) {
    const next = row.bars.find(({ first }) => first > night)?.first ?? geometry.window.days;
    return { cell: <Gap key={`night ${night}`} {...props} night={night} end={next} />, next };
  }
  if (bar === undefined)
    return { cell: <FreeCell key={`night ${night}`} {...props} night={night} />, next: night + 1 };
  const next = bar.first + bar.nights;
  const cell = (
    <BarCell
      key={`${bar.entry.id} ${bar.part}`}
      {...{ bar, geometry, words }}
      isCursor={cursor !== null && cursor >= bar.first && cursor < next}
      resourceId={row.resourceId}
      isOpen={bar.entry.id === openId}
      at={bar.entry.kind === 'hold' ? at : 0}
    />
  );
  return { cell, next };
}

/** Beside what is taken beyond the units: there is nothing to sell. */
function Gap({
  geometry,
  cursor,
  night,
  end,
}: LaneRowProps & { readonly night: number; readonly end: number }) {
  const { calendar: texts } = useTexts();
  const isCursor = cursor !== null && cursor >= night && cursor < end;
  return (
    <div
      role="gridcell"
      aria-colindex={night + 2}
      aria-colspan={end - night}
      aria-label={texts.nothingToSell}
      data-cursor={isCursor || undefined}
      tabIndex={isCursor ? 0 : -1}
      className={css.gap}
      style={{ left: geometry.leftOf(night), width: geometry.nightWidth * (end - night) }}
    />
  );
}

type FreeCellProps = LaneRowProps & { readonly night: number };

function FreeCell({ row, geometry, cursor, marked, priceOf, night }: FreeCellProps) {
  const date = geometry.dates[night] ?? '';
  const isCursor = cursor === night;
  const price = priceOf?.(date);
  const name = geometry.freeNames[night] ?? '';
  return (
    <div
      role="gridcell"
      aria-colindex={night + 2}
      aria-label={price === undefined ? name : `${name}, ${price.spoken}`}
      aria-selected={marked !== null && marked.from <= date && date < marked.to}
      data-resource={row.resourceId}
      data-lane={row.lane}
      data-date={date}
      data-cursor={isCursor || undefined}
      tabIndex={isCursor ? 0 : -1}
      className={css.night}
      style={{ left: geometry.leftOf(night), width: geometry.nightWidth }}
    >
      {price?.short}
    </div>
  );
}

function NotRead({ geometry, failure }: LaneRowProps) {
  const { calendar: texts, common } = useTexts();
  return (
    <div
      role="gridcell"
      aria-colindex={2}
      aria-colspan={geometry.window.days}
      aria-busy={failure === undefined}
      className={failure === undefined ? css.reading : css.failed}
      style={{ left: geometry.leftOf(0), width: geometry.nightWidth * geometry.window.days }}
    >
      {failure === undefined ? (
        <span className="hidden">{texts.reading}</span>
      ) : (
        <>
          {texts.notRead}{' '}
          <Button kind="quiet" onPress={failure.readAgain}>
            {common.tryAgain}
          </Button>
        </>
      )}
    </div>
  );
}

/** All entries of a row, for what is said of it. */
export function hasHold(row: EntryLane): boolean {
  return row.bars.some(({ entry }: { readonly entry: OccupancyEntry }) => entry.kind === 'hold');
}
