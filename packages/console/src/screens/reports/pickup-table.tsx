import type { Pickup } from '@lodging/client';
import { useFormats, useTexts } from '../../texts/use-texts.ts';
import { Button } from '../../ui/button.tsx';
import { Money } from '../../ui/money.tsx';
import { numbers, Table } from '../../ui/table.tsx';
import { Day } from '../../ui/when.tsx';
import { useFirstDays } from './use-first-days.ts';
import css from './reports.module.css';

type InCurrency = Pickup['currencies'][number];

/** A row for each date and currency. */
export function PickupTable({ currencies }: { readonly currencies: readonly InCurrency[] }) {
  const { reports: texts, common } = useTexts();
  const dates = currencies[0]?.days.map(({ date }) => date) ?? [];
  const { first, showAll } = useFirstDays(dates);
  const isAlone = currencies.length === 1;
  return (
    <>
      <Table
        label={texts.pickup}
        columns={[
          texts.date,
          ...(isAlone ? [] : [texts.currency]),
          numbers(texts.onBooks),
          numbers(texts.asOfThen),
          numbers(texts.difference),
          numbers(texts.revenue),
          numbers(texts.revenueThen),
        ]}
      >
        {first.flatMap((date, index) =>
          currencies.map(({ currency, days }) => {
            const day = days[index];
            return day && <PickupRow key={`${date} ${currency}`} day={day} {...{ currency, isAlone }} />;
          }),
        )}
      </Table>
      {showAll && <Button onPress={showAll}>{common.showMore}</Button>}
    </>
  );
}

interface PickupRowProps {
  readonly day: InCurrency['days'][number];
  readonly currency: string;
  readonly isAlone: boolean;
}

function PickupRow({ day, currency, isAlone }: PickupRowProps) {
  const formats = useFormats();
  const { roomNights, roomNightsThen, added, lost } = day;
  const moved = [added > 0 && `+${formats.number(added)}`, lost > 0 && `−${formats.number(lost)}`];
  return (
    <tr>
      <th scope="row">
        <Day date={day.date} />
      </th>
      {!isAlone && <td>{currency}</td>}
      <td className="number">{formats.number(roomNights)}</td>
      <td className="number">{formats.number(roomNightsThen)}</td>
      <td className={`number ${css.moved}`}>{moved.filter(Boolean).join(' ')}</td>
      <td className="number">
        <Money amount={day.revenueMinorUnits} currency={currency} />
      </td>
      <td className="number">
        <Money amount={day.revenueThenMinorUnits} currency={currency} />
      </td>
    </tr>
  );
}
