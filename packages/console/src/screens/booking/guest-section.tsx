import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMay } from '../../api/permissions.ts';
import { guestQuery } from '../../api/queries/guests.ts';
import { useSession } from '../../api/session.ts';
import { useFormats, useTexts } from '../../texts/use-texts.ts';
import { Fact, Facts } from '../../ui/facts.tsx';
import { Section } from '../../ui/section.tsx';
import css from './booking.module.css';
import { CorrectAddress } from './correct-address.tsx';
import { GuestForm } from './guest-form.tsx';
import type { Stay } from './stay.ts';

export function GuestSection(stay: Stay) {
  const { booking: texts, common } = useTexts();
  const may = useMay();
  const { booking } = stay;
  return (
    <Section
      title={texts.guestAndNotes}
      actions={may('book') && booking.source === 'manual' && <CorrectAddress {...stay} />}
      className="screen-only"
    >
      <Facts>
        <Fact name={texts.email}>
          <bdi>{booking.guestEmail ?? common.none}</bdi>
        </Fact>
        {booking.guestId !== null && <ProfileLink id={booking.guestId} />}
        {booking.guestMessage !== null && (
          <Fact name={texts.guestMessage}>
            <bdi className={css.typed}>{booking.guestMessage}</bdi>
          </Fact>
        )}
      </Facts>
      {may('book') ? <GuestForm key={booking.id} booking={booking} /> : <GuestFacts {...stay} />}
    </Section>
  );
}

/** Says of an erased guest that it is one. */
function ProfileLink({ id }: { readonly id: string }) {
  const { booking: texts, guests } = useTexts();
  const { dateOf } = useFormats();
  const { tenant } = useSession();
  const { data } = useQuery({ ...guestQuery(id), refetchInterval: false });
  const erasedAt = data?.erasedAt ?? null;
  return (
    <Fact name={texts.guest}>
      <Link to="/guests/$id" params={{ id }}>
        {erasedAt === null ? texts.openProfile : guests.erasedOn(dateOf(erasedAt, tenant.timezone))}
      </Link>
    </Fact>
  );
}

/** For whom nothing may be changed. */
function GuestFacts({ booking }: Stay) {
  const { booking: texts, common } = useTexts();
  const facts = [
    [texts.name, booking.guestName],
    [texts.phone, booking.guestPhone],
    [texts.language, booking.guestLanguage],
    [texts.arrivalTime, booking.arrivalTime],
    [texts.yourReference, booking.externalReference],
    [texts.notes, booking.notes],
    ...Object.entries(booking.metadata),
  ] as const;
  return (
    <Facts>
      {facts.map(([name, value]) => (
        <Fact key={name} name={name}>
          <bdi className={css.typed}>{value ?? common.none}</bdi>
        </Fact>
      ))}
    </Facts>
  );
}
