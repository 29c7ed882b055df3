import type { BillLine } from '../api/records.ts';
import { useFormats, useTexts } from '../texts/use-texts.ts';
import { numbers, Table } from '../ui/table.tsx';
import { Day } from '../ui/when.tsx';
import css from './desk.module.css';

/** What a bill and a quote have in common. */
export interface ItemisedPrice {
  readonly currency: string;
  readonly quantity: number;
  readonly nights: readonly { readonly date: string; readonly amountMinorUnits: string }[];
  readonly leadTimeMultiplierBps: number;
  readonly lengthOfStayMultiplierBps: number;
  readonly roomMinorUnits: string;
  readonly discountMinorUnits: string;
  readonly lines: readonly BillLine[];
  readonly totalMinorUnits: string;
}

interface BillTableProps {
  readonly bill: ItemisedPrice;
  readonly label: string;
  /** The code of a tax or fee whose line is marked. */
  readonly pointedAt?: string | null;
}

const WHOLE_BPS = 10_000;

/** Line by line; what is paid at the property is in no total. */
export function BillTable({ bill, label, pointedAt = null }: BillTableProps) {
  const { booking: texts } = useTexts();
  const { price } = useFormats();
  const inTotal = bill.lines.filter(({ collect }) => collect === 'online');
  const atProperty = bill.lines.filter(({ collect }) => collect === 'property');
  return (
    <>
      <Table label={label} columns={[texts.item, numbers(texts.amount)]}>
        <Nights bill={bill} />
        {bill.discountMinorUnits !== '0' && (
          <Row name={texts.discount} amount={price(`-${bill.discountMinorUnits}`, bill.currency)} />
        )}
        {inTotal
          .filter(({ kind }) => kind !== 'discount')
          .map((line) => (
            <Line key={line.id} {...{ line, pointedAt }} currency={bill.currency} />
          ))}
        <Row name={texts.total} amount={price(bill.totalMinorUnits, bill.currency)} className={css.total} />
      </Table>
      {atProperty.length > 0 && (
        <div>
          <h3>{texts.atProperty}</h3>
          <Table label={texts.atProperty} columns={[texts.item, numbers(texts.amount)]}>
            {atProperty.map((line) => (
              <Line key={line.id} {...{ line, pointedAt }} currency={bill.currency} />
            ))}
          </Table>
        </div>
      )}
    </>
  );
}

function Nights({ bill }: Pick<BillTableProps, 'bill'>) {
  const { booking: texts } = useTexts();
  const { price, percent } = useFormats();
  const adjustments = [
    [bill.leadTimeMultiplierBps, texts.earlyBooking],
    [bill.lengthOfStayMultiplierBps, texts.longStay],
  ] as const;
  const adjusted = adjustments.filter(([bps]) => bps !== WHOLE_BPS);
  const isMore = bill.quantity > 1 || adjusted.length > 0;
  return (
    <>
      {bill.nights.map(({ date, amountMinorUnits }) => (
        <Row key={date} name={<Day date={date} />} amount={price(amountMinorUnits, bill.currency)} />
      ))}
      {isMore && (
        <Row
          name={texts.room}
          what={[
            ...(bill.quantity > 1 ? [texts.unitsEach(bill.quantity)] : []),
            ...adjusted.map(([bps, words]) => words(signed(percent(bps - WHOLE_BPS)))),
          ].join(', ')}
          amount={price(bill.roomMinorUnits, bill.currency)}
        />
      )}
    </>
  );
}

const signed = (text: string): string => (/^[-−]/.test(text) ? text : `+${text}`);

interface LineProps {
  readonly line: BillLine;
  readonly currency: string;
  readonly pointedAt: string | null;
}

function Line({ line, currency, pointedAt }: LineProps) {
  const { booking: texts } = useTexts();
  const { price, percent } = useFormats();
  const how =
    line.rateBps !== null && line.baseMinorUnits !== null
      ? texts.rateOf(percent(Number(line.rateBps)), price(line.baseMinorUnits, currency))
      : line.unitAmountMinorUnits !== null && line.count !== null && line.count !== 1
        ? texts.countOf(line.count, price(line.unitAmountMinorUnits, currency))
        : null;
  // What is paid at the property is in no total, and so neither.
  const isIn = line.inclusive ? texts.included : line.collect === 'online' ? texts.added : null;
  const what = [how, isIn].filter((part) => part !== null).join(', ');
  const isPointedAt = line.code === pointedAt;
  const row = { what, amount: price(line.amountMinorUnits, currency) };
  const name = isPointedAt ? <mark>{line.name}</mark> : <bdi>{line.name}</bdi>;
  return <Row name={name} {...row} className={isPointedAt ? css.pointed : undefined} />;
}

function Row({
  name,
  what = '',
  amount,
  className,
}: {
  readonly name: React.ReactNode;
  readonly what?: string;
  readonly amount: string;
  readonly className?: string | undefined;
}) {
  return (
    <tr className={className}>
      <th scope="row">
        {name}
        {what !== '' && <span className={css.how}> {what}</span>}
      </th>
      <td className="number">{amount}</td>
    </tr>
  );
}
