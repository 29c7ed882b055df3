import { toDecimal } from '@lodging/client';
import { dailyQuery } from '../../api/queries/metrics.ts';
import type { Series, SeriesKind } from '../../api/queries/metrics.ts';
import { useRead } from '../../api/use-read.ts';
import { amounts, csvOf } from '../../domain/csv.ts';
import type { Period } from '../../domain/period.ts';
import type { Texts } from '../../texts/texts.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField } from '../../ui/fields/field.tsx';
import { Refusal } from '../../ui/notice.tsx';
import { saveText } from '../../ui/save-text.ts';
import { Section } from '../../ui/section.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { DayCharts } from './day-charts.tsx';
import { DaysTable } from './days-table.tsx';
import css from './reports.module.css';

const KINDS = ['total', 'roomType', 'source'] as const satisfies readonly SeriesKind[];

interface DaysSectionProps {
  readonly period: Period;
  readonly search: { readonly by?: string | undefined; readonly series?: string | undefined };
  readonly onChange: (changed: { by?: string | undefined; series?: string | undefined }) => void;
}

/** One series, each currency for itself: its charts and the same as a table. */
export function DaysSection({ period, search, onChange }: DaysSectionProps) {
  const texts = useTexts();
  const { reports } = texts;
  const by = KINDS.find((one) => one === search.by) ?? 'total';
  const { data, error, refetch } = useRead(dailyQuery(period, by));
  const all = data?.series ?? [];
  const chosen = (all.find(({ key }) => key === search.series) ?? all[0])?.key;
  const shown = all.filter(({ key }) => key === chosen);
  return (
    <Section
      title={reports.byDay}
      actions={
        all.length > 0 && (
          <Button onPress={() => saveText('days.csv', 'text/csv', csvOfDays(all, texts))}>
            {reports.csvOf(reports.byDay)}
          </Button>
        )
      }
    >
      <ChooseSeries by={by} all={all} chosen={chosen} onChange={onChange} />
      <Refusal error={error} onTryAgain={() => refetch()} />
      {data === undefined && error === null && <Skeleton rows={8} />}
      {data && all.length === 0 && <p className="quiet">{reports.noFigures}</p>}
      {shown.map((series) => (
        <DayCharts key={series.currency} series={series} isAlone={shown.length === 1} />
      ))}
      {shown.length > 0 && <DaysTable series={shown} />}
    </Section>
  );
}

interface ChooseSeriesProps extends Pick<DaysSectionProps, 'onChange'> {
  readonly by: SeriesKind;
  readonly all: readonly Series[];
  readonly chosen: string | undefined;
}

function ChooseSeries({ by, all, chosen, onChange }: ChooseSeriesProps) {
  const texts = useTexts();
  const { reports } = texts;
  const keys = [...new Set(all.map(({ key }) => key))];
  return (
    <div className={css.choose}>
      <SelectField
        label={reports.by}
        choices={KINDS.map((value) => ({ value, label: reports.kinds[value] }))}
        value={by}
        onChange={({ target }) =>
          onChange({ by: target.value === 'total' ? undefined : target.value, series: undefined })
        }
      />
      {keys.length > 1 && (
        <SelectField
          label={reports.series}
          choices={keys.map((key) => ({
            value: key,
            label: nameOf(
              all.find((one) => one.key === key),
              texts,
            ),
          }))}
          value={chosen}
          onChange={({ target }) => onChange({ series: target.value })}
        />
      )}
    </div>
  );
}

function nameOf(series: Series | undefined, { reports, common }: Texts): string {
  if (series === undefined) return '';
  const { key, label } = series;
  if (label !== null) return label;
  if (key === 'generic') return reports.generic;
  return key === 'direct' || key === 'manual' ? common.sources[key] : reports.kinds.total;
}

/** All series. */
function csvOfDays(all: readonly Series[], texts: Texts): string {
  const { reports } = texts;
  return csvOf(
    [
      reports.date,
      reports.series,
      reports.currency,
      reports.sold,
      reports.available,
      reports.names.occupancyBps,
      amounts(reports.names.revenueMinorUnits),
      amounts(reports.names.adrMinorUnits),
      amounts(reports.names.revparMinorUnits),
      reports.arriving,
      reports.departing,
    ],
    all.flatMap((series) =>
      series.days.map((day) => [
        day.date,
        nameOf(series, texts),
        series.currency,
        String(day.roomNightsSold),
        String(day.roomNightsAvailable),
        (day.occupancyBps / 100).toFixed(2),
        toDecimal(day.revenueMinorUnits, series.currency),
        toDecimal(day.adrMinorUnits, series.currency),
        toDecimal(day.revparMinorUnits, series.currency),
        String(day.arrivals),
        String(day.departures),
      ]),
    ),
  );
}
