import { useQuery, useQueryClient } from '@tanstack/react-query';
import { bookingQuery, paymentsQuery } from '../api/queries/booking.ts';
import { useResources } from '../api/queries/resources.ts';
import type { BookingRow } from '../api/records.ts';
import { policySentences } from '../domain/terms/policy-words.ts';
import { useFormats, useTexts } from '../texts/use-texts.ts';
import { Fact, Facts } from '../ui/facts.tsx';
import { Day, localDate } from '../ui/when.tsx';
import css from './desk.module.css';

/** What the desk has to know of a stay before it acts on it. */
export function StayFacts({ booking }: { readonly booking: BookingRow }) {
  const { desk: texts, common, booking: names } = useTexts();
  const resource = useResources().find(booking.resourceId);
  const timeZone = resource?.timezone ?? 'UTC';
  return (
    <>
      <Facts>
        <Fact name={names.resource}>
          <bdi>{resource?.name ?? '…'}</bdi>
        </Fact>
        <Fact name={texts.until}>
          <Day date={localDate(booking.endsAt, timeZone)} />
        </Fact>
        {booking.occupancyAdults !== null && (
          <Fact name={texts.party}>{common.party(booking.occupancyAdults, booking.occupancyChildren)}</Fact>
        )}
        <Fact name={texts.phone}>
          <bdi>{booking.guestPhone ?? common.none}</bdi>
        </Fact>
        <Fact name={texts.balance}>
          <Balance id={booking.id} />
        </Fact>
      </Facts>
      {booking.notes !== null && (
        <Facts>
          <Fact name={texts.notes}>
            <bdi className={css.notes}>{booking.notes}</bdi>
          </Fact>
        </Facts>
      )}
      <Terms id={booking.id} />
    </>
  );
}

function Balance({ id }: { readonly id: string }) {
  const { desk: texts } = useTexts();
  const { price } = useFormats();
  const { data } = useQuery(paymentsQuery(id));
  if (data === undefined) return '…';
  return data.dueMinorUnits === '0' ? texts.nothingDue : texts.due(price(data.dueMinorUnits, data.currency));
}

export function Terms({ id }: { readonly id: string }) {
  const { policy: words, desk: texts } = useTexts();
  const formats = useFormats();
  const client = useQueryClient();
  const { data } = useQuery(bookingQuery(client, id));
  if (data === undefined) return null;
  const { cancellationPolicy } = data;
  const sentences =
    cancellationPolicy === null ? [words.noPolicy] : policySentences(cancellationPolicy, words, formats);
  return (
    <details className={css.terms}>
      <summary>{texts.terms}</summary>
      <ul>
        {sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </details>
  );
}
