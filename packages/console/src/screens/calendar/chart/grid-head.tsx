import { weekdayOf } from '@lodging/format';
import { memo } from 'react';
import type { Span } from '../../../domain/calendar/chart-window.ts';
import { useFormats, useTexts } from '../../../texts/use-texts.ts';
import css from './chart.module.css';
import type { ChartGeometry } from './geometry.ts';

interface GridHeadProps {
  readonly geometry: ChartGeometry;
  readonly drawn: Span;
  readonly today: string;
  readonly free: readonly (number | null)[];
}

/** The dates, and how many units are free in the night that follows. */
export const GridHead = memo(function GridHead({ geometry, drawn, today, free }: GridHeadProps) {
  const { calendar: texts } = useTexts();
  const { month } = useFormats();
  const nights = Array.from({ length: drawn.nights }, (_, at) => drawn.first + at);
  return (
    <div role="rowgroup" className={css.head} style={{ width: geometry.width, height: geometry.headHeight }}>
      <div role="row" aria-rowindex={1} className={css.dates}>
        <div role="columnheader" aria-colindex={1} className={css.corner}>
          {month(geometry.dates[drawn.first] ?? geometry.window.from)}
        </div>
        {nights.map((night) => (
          <DateCell
            key={night}
            night={night}
            geometry={geometry}
            today={today}
            isFirst={night === drawn.first}
          />
        ))}
      </div>
      <div role="row" aria-rowindex={2} className={css.freeRow}>
        <div role="rowheader" aria-colindex={1} className={css.corner}>
          {texts.free}
        </div>
        {nights.map((night) => (
          <FreeCell key={night} night={night} geometry={geometry} units={free[night] ?? null} />
        ))}
      </div>
    </div>
  );
});

interface CellProps {
  readonly night: number;
  readonly geometry: ChartGeometry;
}

function DateCell({ night, geometry, today, isFirst }: CellProps & { today: string; isFirst: boolean }) {
  const { date: formatDate, month, weekday, day } = useFormats();
  const date = geometry.dates[night] ?? '';
  const isNewMonth = date.endsWith('-01') && !isFirst;
  return (
    <div
      role="columnheader"
      aria-colindex={night + 2}
      aria-label={formatDate(date)}
      aria-current={date === today ? 'date' : undefined}
      data-weekend={weekdayOf(date) > 5 || undefined}
      data-first={isNewMonth || undefined}
      className={css.date}
      style={{ left: geometry.headingWidth + geometry.nightWidth * night, width: geometry.nightWidth }}
    >
      <span>{weekday(date, 'short')}</span>
      <strong>{day(date)}</strong>
      {isNewMonth && <em>{month(date)}</em>}
    </div>
  );
}

function FreeCell({ night, geometry, units }: CellProps & { readonly units: number | null }) {
  const { calendar: texts } = useTexts();
  const { date: formatDate } = useFormats();
  const date = geometry.dates[night] ?? '';
  return (
    <div
      role="gridcell"
      aria-colindex={night + 2}
      aria-label={texts.freeOn(formatDate(date), units)}
      data-none={units === 0 || undefined}
      className={css.free}
      style={{ left: geometry.leftOf(night), width: geometry.nightWidth }}
    >
      {units ?? '–'}
    </div>
  );
}
