import type { GuestStay } from '@lodging/client';
import { Link } from '@tanstack/react-router';
import { guestStaysQuery } from '../../api/queries/guests.ts';
import { useResources } from '../../api/queries/resources.ts';
import { useRead } from '../../api/use-read.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Money } from '../../ui/money.tsx';
import { Refusal } from '../../ui/notice.tsx';
import { Section } from '../../ui/section.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Chip, StateChip } from '../../ui/state-chip.tsx';
import { numbers, Table } from '../../ui/table.tsx';
import { Day, localDate } from '../../ui/when.tsx';

/** The latest arrival first. */
export function GuestStays({ id }: { readonly id: string }) {
  const { guests: texts, booking } = useTexts();
  const { data, error, refetch } = useRead(guestStaysQuery(id));
  return (
    <Section title={texts.stays}>
      <Refusal error={error} onTryAgain={() => refetch()} />
      {data === undefined && error === null && <Skeleton />}
      {data?.length === 0 && <p className="quiet">{texts.noStays}</p>}
      {data && data.length > 0 && (
        <Table
          label={texts.stays}
          columns={[
            booking.number,
            booking.arrival,
            booking.departure,
            booking.resource,
            booking.state,
            numbers(booking.total),
          ]}
        >
          {data
            .toSorted((a, b) => b.startsAt.localeCompare(a.startsAt))
            .map((stay) => (
              <StayRow key={stay.id} stay={stay} />
            ))}
        </Table>
      )}
    </Section>
  );
}

function StayRow({ stay }: { readonly stay: GuestStay }) {
  const { guests: texts } = useTexts();
  const resource = useResources().find(stay.resourceId);
  const zone = resource?.timezone ?? 'UTC';
  return (
    <tr data-booking={stay.id}>
      <td>
        <Link to="/bookings/$id" params={{ id: stay.id }}>
          <code>{stay.reference}</code>
        </Link>{' '}
        {!stay.verified && <Chip>{texts.unproven}</Chip>}
      </td>
      <td>
        <Day date={localDate(stay.startsAt, zone)} />
      </td>
      <td>
        <Day date={localDate(stay.endsAt, zone)} />
      </td>
      <td>
        <bdi>{resource?.name}</bdi>
      </td>
      <td>
        <StateChip state={stay.state} />
      </td>
      <td className="number">
        <Money amount={stay.totalMinorUnits} currency={stay.currency} />
      </td>
    </tr>
  );
}
