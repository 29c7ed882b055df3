import { useResources } from '../../api/queries/resources.ts';
import type { ChangeQuote, OneBooking } from '../../api/records.ts';
import { changedLines } from '../../domain/stay-change.ts';
import { useFormats, useTexts } from '../../texts/use-texts.ts';
import { Fact, Facts } from '../../ui/facts.tsx';
import { numbers, Table } from '../../ui/table.tsx';
import { Day } from '../../ui/when.tsx';
import css from '../desk.module.css';

interface ChangeCostProps {
  readonly booking: OneBooking;
  readonly quote: ChangeQuote;
}

/** What a change costs, as the API has quoted it. */
export function ChangeCost({ booking, quote }: ChangeCostProps) {
  const { stayChange: texts, common } = useTexts();
  const { price } = useFormats();
  const { difference, current, proposed } = quote;
  const amount = (minorUnits: string): string => price(minorUnits, booking.currency);
  const sign = { charge: '+', refund: '−', none: '' }[difference.kind];
  const resources = useResources();
  const planOf = ({ resourceId, ratePlanId }: Pick<OneBooking, 'resourceId' | 'ratePlanId'>) =>
    resources.find(resourceId)?.ratePlans.find(({ id }) => id === ratePlanId)?.name ?? common.none;
  const [planNow, planThen] = [planOf(booking), planOf(proposed)];
  return (
    <>
      <Facts>
        {planNow !== planThen && (
          <Fact name={texts.plan}>
            <del>
              <bdi>{planNow}</bdi>
            </del>{' '}
            <ins>
              <bdi>{planThen}</bdi>
            </ins>
          </Fact>
        )}
        <Fact name={texts.before}>{amount(current.totalMinorUnits)}</Fact>
        <Fact name={texts.after}>{amount(proposed.totalMinorUnits)}</Fact>
        <Fact name={texts.difference}>
          {sign}
          {amount(difference.amountMinorUnits)}
        </Fact>
        {quote.retainedMinorUnits !== '0' && (
          <Fact name={texts.retained}>{amount(quote.retainedMinorUnits)}</Fact>
        )}
        {quote.refundMinorUnits === '0' || quote.dueMinorUnits !== '0' ? (
          <Fact name={texts.due}>{amount(quote.dueMinorUnits)}</Fact>
        ) : null}
        {quote.refundMinorUnits !== '0' && <Fact name={texts.refund}>{amount(quote.refundMinorUnits)}</Fact>}
      </Facts>
      <ChangedLines booking={booking} quote={quote} />
    </>
  );
}

function ChangedLines({ booking, quote }: ChangeCostProps) {
  const { stayChange: texts, common } = useTexts();
  const { price } = useFormats();
  const lines = changedLines(booking.bill, quote.proposed.bill);
  if (lines.length === 0) return null;
  const amount = (minorUnits: string | null): string =>
    minorUnits === null ? common.none : price(minorUnits, booking.currency);
  return (
    <details className={css.terms}>
      <summary>{texts.lines}</summary>
      <Table label={texts.lines} columns={[texts.item, numbers(texts.before), numbers(texts.after)]}>
        {lines.map(({ key, date, name, before, after }) => (
          <tr key={key}>
            <th scope="row">{date === null ? <bdi>{name}</bdi> : <Day date={date} />}</th>
            <td className="number">{amount(before)}</td>
            <td className="number">{amount(after)}</td>
          </tr>
        ))}
      </Table>
    </details>
  );
}
