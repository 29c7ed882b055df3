import { memo } from 'react';
import { isSelected } from '../../../domain/rates/rate-selection.ts';
import { isWeekend } from './grid-header.tsx';
import { NightContent } from './night-content.tsx';
import { PriceEditor } from './price-editor.tsx';
import type { DrawnColumn, RateGridProps } from './grid-view.ts';
import css from '../rates.module.css';
import { pendingOf } from '../use-pending.ts';
import type { RateRow } from '../use-rates.ts';

interface PlanCellsProps extends RateGridProps {
  readonly row: RateRow;
  readonly place: number;
  readonly columns: readonly DrawnColumn[];
}

/** The nights of a plan that are in view. */
export function PlanCells({
  row,
  place,
  columns,
  dates,
  view,
  pending,
  selection,
  ...typing
}: PlanCellsProps) {
  const { focus, areas } = selection;
  return columns.map(({ index, start }) => {
    const day = row.days[index];
    const date = dates[index] ?? '';
    const at = { row: place, column: index };
    const hasFocus = focus.row === place && focus.column === index;
    return (
      <div
        key={date}
        role="gridcell"
        // While a price is typed its field has the tab stop.
        tabIndex={hasFocus && typing.typed === null ? 0 : -1}
        aria-colindex={index + 2}
        aria-selected={isSelected(areas, at)}
        data-room-type={row.resourceId === undefined ? row.roomTypeId : undefined}
        data-resource={row.resourceId}
        data-plan={row.ratePlanCode || undefined}
        data-date={date}
        data-place={`${place} ${index}`}
        data-weekend={isWeekend(date) || undefined}
        className={css.night}
        style={{ left: start }}
      >
        {day !== undefined && (
          <Night row={row} day={day} view={view} target={pendingOf(pending, row, date)} />
        )}
        {hasFocus && typing.typed !== null && (
          <PriceEditor first={typing.typed} onTyped={typing.onTyped} onEnd={() => typing.onType(null)} />
        )}
      </div>
    );
  });
}

/** A selection that moves draws no night again. */
const Night = memo(NightContent, (before, after) => {
  const [one, other] = [before.target, after.target];
  const isSame = one === other || (Object.keys(one).length === 0 && Object.keys(other).length === 0);
  return isSame && before.day === after.day && before.view === after.view && before.row === after.row;
});
