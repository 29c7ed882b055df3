import { lazy, Suspense } from 'react';
import type { ReactNode } from 'react';
import type { Series } from '../../api/queries/metrics.ts';
import { useFormats, useTexts } from '../../texts/use-texts.ts';
import type { ChartProps } from '../../ui/chart.tsx';
import css from './reports.module.css';

/** What draws is loaded when the figures are there. */
const Chart = lazy(async () => ({ default: (await import('../../ui/chart.tsx')).Chart }));

interface DayChartsProps {
  readonly series: Series;
  /** Where there is no other currency beside it. */
  readonly isAlone: boolean;
}

/** For the eye: the table beside them has the numbers. */
export function DayCharts({ series: { currency, days }, isAlone }: DayChartsProps) {
  const { reports: texts } = useTexts();
  const formats = useFormats();
  const name = (caption: string): string => (isAlone ? caption : `${currency}: ${caption}`);
  const fullest = highest(days, ({ occupancyBps }) => occupancyBps);
  const dearest = highest(days, ({ adrMinorUnits }) => Number(adrMinorUnits));
  if (fullest === undefined || dearest === undefined) return null;
  const dates = days.map(({ date }) => formats.shortDate(date));
  return (
    <div className={css.charts}>
      <Figure
        caption={name(
          texts.occupancyCaption(formats.percent(fullest.occupancyBps), formats.date(fullest.date)),
        )}
        dates={dates}
        lines={[
          {
            name: texts.names.occupancyBps,
            values: days.map(({ occupancyBps }) => occupancyBps),
            kind: 'bars',
          },
        ]}
        most={10_000}
        write={(value) => formats.percent(value)}
      />
      <Figure
        caption={name(
          texts.ratesCaption(formats.price(dearest.adrMinorUnits, currency), formats.date(dearest.date)),
        )}
        dates={dates}
        lines={[
          {
            name: texts.names.adrMinorUnits,
            values: days.map(({ adrMinorUnits }) => Number(adrMinorUnits)),
            kind: 'line',
          },
          {
            name: texts.names.revparMinorUnits,
            values: days.map(({ revparMinorUnits }) => Number(revparMinorUnits)),
            kind: 'dashes',
          },
        ]}
        write={(value) => formats.price(BigInt(Math.round(value)), currency)}
      />
    </div>
  );
}

function Figure({ caption, ...chart }: ChartProps & { readonly caption: ReactNode }) {
  return (
    <figure className={css.chart}>
      <figcaption>{caption}</figcaption>
      <div className={css.canvas}>
        <Suspense>
          <Chart {...chart} />
        </Suspense>
      </div>
    </figure>
  );
}

function highest<Day>(days: readonly Day[], valueOf: (day: Day) => number): Day | undefined {
  return days.reduce<Day | undefined>(
    (best, day) => (best === undefined || valueOf(day) > valueOf(best) ? day : best),
    undefined,
  );
}
