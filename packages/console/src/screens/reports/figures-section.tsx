import type { MetricsSummary } from '@lodging/client';
import { toDecimal } from '@lodging/client';
import { summaryQuery } from '../../api/queries/metrics.ts';
import { useRead } from '../../api/use-read.ts';
import { amounts, csvOf } from '../../domain/csv.ts';
import type { Period } from '../../domain/period.ts';
import { changeBps } from '../../domain/share.ts';
import type { ReportsTexts } from '../../texts/reports/en.ts';
import { useFormats, useTexts } from '../../texts/use-texts.ts';
import { Button } from '../../ui/button.tsx';
import { Fact, Facts } from '../../ui/facts.tsx';
import { Refusal } from '../../ui/notice.tsx';
import { saveText } from '../../ui/save-text.ts';
import { Section } from '../../ui/section.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { numbers, Table } from '../../ui/table.tsx';
import css from './reports.module.css';

type Total = MetricsSummary['totals'][number];
type Name = keyof ReportsTexts['names'];

const NAMES: readonly Name[] = [
  'occupancyBps',
  'adrMinorUnits',
  'revparMinorUnits',
  'revenueMinorUnits',
  'accommodationNetMinorUnits',
  'taxMinorUnits',
  'propertyTaxMinorUnits',
  'feesMinorUnits',
  'extrasMinorUnits',
  'refundedMinorUnits',
  'netRevenueMinorUnits',
  'collectedMinorUnits',
  'returnedMinorUnits',
  'cashNetMinorUnits',
  'retainedMinorUnits',
  'roomNightsSold',
  'roomNightsAvailable',
  'outOfOrderNights',
  'blockedNights',
];

interface FiguresSectionProps {
  readonly period: Period;
  readonly compared: Period | null;
}

/** The figures of the API, a column for each currency; nothing is added across currencies. */
export function FiguresSection({ period, compared }: FiguresSectionProps) {
  const { reports: texts, common } = useTexts();
  const formats = useFormats();
  const now = useRead(summaryQuery(period));
  const before = useRead({ ...summaryQuery(compared ?? period), enabled: compared !== null });
  const earlier = compared === null ? undefined : before.data;
  const { data } = now;
  return (
    <Section
      title={texts.figures}
      aside={
        compared && (
          <span className="quiet">
            {texts.compared(formats.date(compared.from), formats.date(compared.to))}
          </span>
        )
      }
      actions={
        data &&
        data.totals.length > 0 && (
          <Button onPress={() => saveText('figures.csv', 'text/csv', csvOfFigures(data, earlier, texts))}>
            {common.downloadCsv}
          </Button>
        )
      }
    >
      <Refusal
        error={now.error ?? before.error}
        onTryAgain={() =>
          Promise.all([now, before].filter(({ error }) => error !== null).map(({ refetch }) => refetch()))
        }
      />
      {data === undefined && now.error === null && <Skeleton rows={6} />}
      {data?.totals.length === 0 && <p className="quiet">{texts.noFigures}</p>}
      {data && data.totals.length > 0 && <FiguresTable now={data} before={earlier} />}
      {data && <Arrivals now={data} before={earlier} />}
    </Section>
  );
}

interface Compared {
  readonly now: MetricsSummary;
  readonly before: MetricsSummary | undefined;
}

function FiguresTable({ now, before }: Compared) {
  const { reports: texts } = useTexts();
  return (
    <div className={css.figures}>
      <Table
        label={texts.figures}
        columns={[texts.figure, ...now.totals.map(({ currency }) => numbers(currency))]}
      >
        {NAMES.map((name) => (
          <tr key={name}>
            <th scope="row">{texts.names[name]}</th>
            {now.totals.map((total) => (
              <td key={total.currency} className="number">
                <Figure
                  name={name}
                  total={total}
                  before={before?.totals.find(({ currency }) => currency === total.currency)}
                />
              </td>
            ))}
          </tr>
        ))}
      </Table>
    </div>
  );
}

interface FigureProps {
  readonly name: Name;
  readonly total: Total;
  readonly before: Total | undefined;
}

function Figure({ name, total, before }: FigureProps) {
  const { reports: texts } = useTexts();
  const formats = useFormats();
  const write = (one: Total): string => {
    if (name === 'occupancyBps') return formats.percent(one[name]);
    const value = one[name];
    return typeof value === 'number' ? formats.number(value) : formats.price(value, one.currency);
  };
  const change = before && changeBps(BigInt(before[name]), BigInt(total[name]));
  return (
    <>
      {write(total)}
      {before && (
        <span className={css.before}>
          {texts.before(write(before))}
          {change !== null && change !== undefined && name !== 'occupancyBps' && (
            <> · {signed(change, formats.percent(change))}</>
          )}
        </span>
      )}
    </>
  );
}

const signed = (change: number, text: string): string => (change > 0 ? `+${text}` : text);

const STATES = [
  ['confirmed', 'confirmed'],
  ['checkedIn', 'checked_in'],
  ['checkedOut', 'checked_out'],
  ['cancelled', 'cancelled'],
  ['noShow', 'no_show'],
] as const;

function Arrivals({ now, before }: Compared) {
  const { reports: texts, common } = useTexts();
  return (
    <>
      <h3>{texts.arrivals}</h3>
      <Facts>
        {STATES.map(([name, state]) => (
          <Fact key={name} name={common.states[state]}>
            {now.bookings[name]}
            {before && <span className={css.before}>{texts.before(String(before.bookings[name]))}</span>}
          </Fact>
        ))}
      </Facts>
    </>
  );
}

/** As the table: amounts as decimals, occupancy in percent. */
function csvOfFigures(now: MetricsSummary, before: MetricsSummary | undefined, texts: ReportsTexts): string {
  const columns = now.totals.flatMap((total) => {
    const earlier = before?.totals.find(({ currency }) => currency === total.currency);
    const title = total.currency;
    return earlier
      ? [
          { title, total },
          { title: texts.before(title), total: earlier },
        ]
      : [{ title, total }];
  });
  return csvOf(
    [texts.figure, ...columns.map(({ title }) => amounts(title))],
    NAMES.map((name) => [texts.names[name], ...columns.map(({ total }) => cellOf(total, name))]),
  );
}

function cellOf(total: Total, name: Name): string {
  if (name === 'occupancyBps') return (total[name] / 100).toFixed(2);
  const value = total[name];
  return typeof value === 'number' ? String(value) : toDecimal(value, total.currency);
}
