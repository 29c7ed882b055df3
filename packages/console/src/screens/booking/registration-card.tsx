import { daysBetween } from '@lodging/format';
import { policySentences } from '../../domain/terms/policy-words.ts';
import { useSession } from '../../api/session.ts';
import { useFormats, useTexts } from '../../texts/use-texts.ts';
import { Day, localDate, Moment } from '../../ui/when.tsx';
import css from './booking.module.css';
import type { Stay } from './stay.ts';

/** What the guest signs; on paper alone, before the bill. */
export function RegistrationCard(stay: Stay) {
  const { booking: texts, policy: words } = useTexts();
  const formats = useFormats();
  const { tenant } = useSession();
  const { cancellationPolicy } = stay.booking;
  const terms =
    cancellationPolicy === null ? [words.noPolicy] : policySentences(cancellationPolicy, words, formats);
  return (
    <section className={`print-only ${css.card}`} aria-label={texts.registration}>
      <h2>
        {texts.registration} · <bdi>{tenant.name}</bdi>
      </h2>
      <CardFacts {...stay} />
      <h3>{texts.terms}</h3>
      <ul>
        {terms.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      <p className={css.signature}>{texts.signature}</p>
    </section>
  );
}

function CardFacts({ booking, resource, timeZone }: Stay) {
  const { booking: texts, common } = useTexts();
  const from = localDate(booking.startsAt, timeZone);
  const to = localDate(booking.endsAt, timeZone);
  const { occupancyAdults } = booking;
  const rows = [
    [texts.number, booking.reference],
    [texts.name, booking.guestName ?? ''],
    [texts.email, booking.guestEmail ?? ''],
    [texts.phone, booking.guestPhone ?? ''],
    [
      texts.resource,
      `${resource?.name ?? ''}${booking.quantity > 1 ? ` · ${common.units(booking.quantity)}` : ''}`,
    ],
    [texts.nights, common.nights(daysBetween(from, to))],
    [texts.party, occupancyAdults === null ? '' : common.party(occupancyAdults, booking.occupancyChildren)],
  ] as const;
  return (
    <dl>
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <bdi>{value}</bdi>
          </dd>
        </div>
      ))}
      <div>
        <dt>{texts.arrival}</dt>
        <dd>
          <Day date={from} /> <Moment at={booking.startsAt} timeZone={timeZone} isShort />
        </dd>
      </div>
      <div>
        <dt>{texts.departure}</dt>
        <dd>
          <Day date={to} /> <Moment at={booking.endsAt} timeZone={timeZone} isShort />
        </dd>
      </div>
    </dl>
  );
}
