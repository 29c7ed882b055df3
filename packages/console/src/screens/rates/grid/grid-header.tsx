import { weekdayOf } from '@lodging/format';
import { useFormats, useTexts } from '../../../texts/use-texts.ts';
import type { DrawnColumn } from './grid-view.ts';
import css from '../rates.module.css';
import type { RateGroup } from '../use-rates.ts';

interface HeaderProps {
  readonly dates: readonly string[];
  readonly columns: readonly DrawnColumn[];
}

const SATURDAY = 6;

export const isWeekend = (date: string): boolean => weekdayOf(date) >= SATURDAY;

export function DateHeader({ dates, columns }: HeaderProps) {
  const { rates: texts } = useTexts();
  const { weekday, day, month } = useFormats();
  return (
    <div role="rowgroup" className={css.dates}>
      <div role="row" aria-rowindex={1} className={css.dateRow}>
        <div role="columnheader" className={css.corner}>
          {texts.plan}
        </div>
        {columns.map(({ index, start }) => {
          const date = dates[index] ?? '';
          return (
            <div
              key={date}
              role="columnheader"
              aria-colindex={index + 2}
              data-column={index}
              data-weekend={isWeekend(date) || undefined}
              className={css.date}
              style={{ left: start }}
            >
              <time dateTime={date}>
                <span className={css.weekday}>{weekday(date, 'short')}</span> <strong>{day(date)}</strong>{' '}
                <span className={css.month}>{month(date).slice(0, 3)}</span>
              </time>
            </div>
          );
        })}
      </div>
    </div>
  );
}

export function FreeCells({ group, columns, dates }: HeaderProps & { readonly group: RateGroup }) {
  const { rates: texts } = useTexts();
  return columns.map(({ index, start }) => {
    const units = group.free[index];
    return (
      <div
        key={dates[index]}
        role="gridcell"
        aria-colindex={index + 2}
        className={css.free}
        data-none={units === 0 || undefined}
        style={{ left: start }}
      >
        {units !== undefined && (
          <>
            {units} <span className="hidden">{texts.free}</span>
          </>
        )}
      </div>
    );
  });
}
