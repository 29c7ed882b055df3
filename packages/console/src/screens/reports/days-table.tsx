import type { Series } from '../../api/queries/metrics.ts';
import { useFormats, useTexts } from '../../texts/use-texts.ts';
import { Button } from '../../ui/button.tsx';
import { Money } from '../../ui/money.tsx';
import { numbers, Table } from '../../ui/table.tsx';
import { Day } from '../../ui/when.tsx';
import { useFirstDays } from './use-first-days.ts';

/** A row for each date and currency. */
export function DaysTable({ series }: { readonly series: readonly Series[] }) {
  const { reports: texts, common } = useTexts();
  const dates = series[0]?.days.map(({ date }) => date) ?? [];
  const { first, showAll } = useFirstDays(dates);
  const isAlone = series.length === 1;
  return (
    <>
      <Table
        label={texts.byDay}
        columns={[
          texts.date,
          ...(isAlone ? [] : [texts.currency]),
          numbers(texts.sold),
          numbers(texts.names.occupancyBps),
          numbers(texts.names.revenueMinorUnits),
          numbers(texts.names.adrMinorUnits),
          numbers(texts.names.revparMinorUnits),
          numbers(texts.arriving),
          numbers(texts.departing),
        ]}
      >
        {first.flatMap((date, index) =>
          series.map(({ currency, days }) => {
            const day = days[index];
            return day && <DayRow key={`${date} ${currency}`} day={day} {...{ currency, isAlone }} />;
          }),
        )}
      </Table>
      {showAll && <Button onPress={showAll}>{common.showMore}</Button>}
    </>
  );
}

interface DayRowProps {
  readonly day: Series['days'][number];
  readonly currency: string;
  readonly isAlone: boolean;
}

function DayRow({ day, currency, isAlone }: DayRowProps) {
  const { reports: texts } = useTexts();
  const formats = useFormats();
  const sold = formats.number(day.roomNightsSold);
  return (
    <tr>
      <th scope="row">
        <Day date={day.date} />
      </th>
      {!isAlone && <td>{currency}</td>}
      <td className="number">{texts.soldOf(sold, formats.number(day.roomNightsAvailable))}</td>
      <td className="number">{formats.percent(day.occupancyBps)}</td>
      {([day.revenueMinorUnits, day.adrMinorUnits, day.revparMinorUnits] as const).map((amount, index) => (
        <td key={index} className="number">
          <Money amount={amount} currency={currency} />
        </td>
      ))}
      <td className="number">{formats.number(day.arrivals)}</td>
      <td className="number">{formats.number(day.departures)}</td>
    </tr>
  );
}
