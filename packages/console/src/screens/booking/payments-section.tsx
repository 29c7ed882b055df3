import { useMay } from '../../api/permissions.ts';
import { paymentsQuery, SHOWN_BOOKING_MS } from '../../api/queries/booking.ts';
import type { Payments } from '../../api/records.ts';
import { useRead } from '../../api/use-read.ts';
import { NoPaymentLink } from '../../desk/no-payment-link.tsx';
import type { BookingTexts } from '../../texts/booking/en.ts';
import { useFormats, useTexts } from '../../texts/use-texts.ts';
import { Chip } from '../../ui/state-chip.tsx';
import { Fact, Facts } from '../../ui/facts.tsx';
import { Refusal } from '../../ui/notice.tsx';
import { Section } from '../../ui/section.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { numbers, Table } from '../../ui/table.tsx';
import { Day, localDate, Moment } from '../../ui/when.tsx';
import { MoneyActions } from './money-actions.tsx';
import type { Stay } from './stay.ts';

/** States of a payment or refund in which nothing is awaited. */
const SETTLED: readonly string[] = ['succeeded', 'refunded'];

export function PaymentsSection({ booking, timeZone }: Stay) {
  const { booking: texts } = useTexts();
  const may = useMay();
  const { data, error, refetch } = useRead({
    ...paymentsQuery(booking.id),
    refetchInterval: SHOWN_BOOKING_MS,
  });
  return (
    <Section
      title={texts.payments}
      className="screen-only"
      actions={data && <MoneyActions payments={data} timeZone={timeZone} />}
    >
      {error !== null && <Refusal error={error} onTryAgain={() => refetch()} />}
      {data === undefined && error === null && <Skeleton />}
      {data && <Sums payments={data} />}
      {data && data.dueMinorUnits !== '0' && may('book') && <NoPaymentLink />}
      {data && data.schedule.length > 0 && <Schedule payments={data} timeZone={timeZone} />}
      {data && <Entries payments={data} timeZone={timeZone} />}
    </Section>
  );
}

function Sums({ payments }: { readonly payments: Payments }) {
  const { booking: texts } = useTexts();
  const { price } = useFormats();
  const sums = [
    [texts.collected, payments.collectedMinorUnits, true],
    [texts.returned, payments.returnedMinorUnits, true],
    [texts.due, payments.dueMinorUnits, true],
    [texts.retained, payments.retainedMinorUnits, false],
    [texts.owed, payments.owedMinorUnits, false],
    [texts.undecided, payments.undecidedMinorUnits ?? '0', false],
  ] as const;
  return (
    <Facts>
      {sums
        .filter(([, amount, always]) => always || amount !== '0')
        .map(([name, amount]) => (
          <Fact key={name} name={name}>
            {price(amount, payments.currency)}
          </Fact>
        ))}
    </Facts>
  );
}

interface DatedProps {
  readonly payments: Payments;
  readonly timeZone: string;
}

function Schedule({ payments, timeZone }: DatedProps) {
  const { booking: texts } = useTexts();
  const { price } = useFormats();
  return (
    <Table label={texts.schedule} columns={[texts.schedule, texts.dueOn, numbers(texts.amount)]}>
      {payments.schedule.map(({ purpose, dueAt, amountMinorUnits }) => (
        <tr key={`${purpose} ${dueAt}`}>
          <td>{texts.purposes[purpose] ?? purpose}</td>
          <td>
            <Day date={localDate(dueAt, timeZone)} />
          </td>
          <td className="number">{price(amountMinorUnits, payments.currency)}</td>
        </tr>
      ))}
    </Table>
  );
}

function Entries({ payments, timeZone }: DatedProps) {
  const { booking: texts } = useTexts();
  const { price } = useFormats();
  const entries = entriesOf(payments, texts);
  if (entries.length === 0) return <p className="quiet">{texts.noPayments}</p>;
  return (
    <Table label={texts.payments} columns={[texts.when, texts.what, texts.state, numbers(texts.amount)]}>
      {entries.map(({ id, createdAt, what, how, state, isBack, amountMinorUnits }) => (
        <tr key={id}>
          <td>
            <Moment at={createdAt} timeZone={timeZone} />
          </td>
          <td>
            {what}
            {how !== '' && (
              <span className="quiet">
                {' '}
                <bdi>{how}</bdi>
              </span>
            )}
          </td>
          <td>
            <Chip kind={state === 'failed' ? 'danger' : SETTLED.includes(state) ? 'plain' : 'warn'}>
              {texts.moneyStates[state]}
            </Chip>
          </td>
          <td className="number">
            {price(isBack ? `-${amountMinorUnits}` : amountMinorUnits, payments.currency)}
          </td>
        </tr>
      ))}
    </Table>
  );
}

/** Payments and refunds, oldest first. */
function entriesOf({ payments, refunds }: Payments, texts: BookingTexts) {
  const paid = payments.map((entry) => ({
    ...entry,
    what: entry.returned ? texts.handedBack : texts.payment,
    how: [methodOf(entry, texts), entry.note].filter(Boolean).join(' · '),
    isBack: entry.returned,
  }));
  const refunded = refunds.map((entry) => ({
    ...entry,
    what: texts.refund,
    how: texts.refundReasons[entry.reason],
    isBack: true,
  }));
  return [...paid, ...refunded].toSorted((a, b) => a.createdAt.localeCompare(b.createdAt));
}

/** The provider has no part in what was paid with a card at the desk. */
function methodOf(
  { method, state, providerPaymentIntentId }: Payments['payments'][number],
  { methods }: BookingTexts,
): string {
  const isAtDesk = method === 'card' && state === 'succeeded' && providerPaymentIntentId === null;
  return methods[isAtDesk ? 'deskCard' : method] ?? method;
}
