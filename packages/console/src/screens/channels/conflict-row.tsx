import type { ChannelConflict } from '@lodging/client';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useMay } from '../../api/permissions.ts';
import { connectionsQuery } from '../../api/queries/attention.ts';
import { bookingQuery } from '../../api/queries/booking.ts';
import { useResources } from '../../api/queries/resources.ts';
import { MoveStayDialog } from '../../desk/stay-change/move-stay-dialog.tsx';
import { hostOf } from '../../domain/host-of.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Button } from '../../ui/button.tsx';
import { Chip } from '../../ui/state-chip.tsx';
import { Day, localDate } from '../../ui/when.tsx';
import css from './channels.module.css';
import { ConflictBars } from './conflict-bars.tsx';
import { ResolveDialog } from './resolve-dialog.tsx';
import type { Outcome } from './resolve-dialog.tsx';
import { UnitsTooMany } from './units-too-many.tsx';

/** An event of another calendar, and the stay that it is over. */
export function ConflictRow({ conflict }: { readonly conflict: ChannelConflict }) {
  const { common } = useTexts();
  const client = useQueryClient();
  const resource = useResources().find(conflict.resourceId);
  const zone = resource?.timezone ?? 'UTC';
  const { data: connections } = useQuery(connectionsQuery);
  const { data: stay } = useQuery(bookingQuery(client, conflict.reservationId));
  const feed = connections?.find(({ id }) => id === conflict.connectionId);
  const nightsOf = ({ startsAt, endsAt }: Pick<ChannelConflict, 'startsAt' | 'endsAt'>) => ({
    from: localDate(startsAt, zone),
    to: localDate(endsAt, zone),
  });
  const event = nightsOf(conflict);
  const booked = stay && nightsOf(stay);
  return (
    <tr data-conflict={conflict.id}>
      <td>
        <bdi>{resource?.name}</bdi>
        {resource && booked && conflict.status === 'open' && (
          <UnitsTooMany resource={resource} event={event} stay={booked} />
        )}
      </td>
      <td>
        {feed && <bdi className={css.host}>{hostOf(feed.feedUrl)}</bdi>}
        <Day date={event.from} /> – <Day date={event.to} />
      </td>
      <td>
        <Link to="/bookings/$id" params={{ id: conflict.reservationId }} className={css.host}>
          <bdi>{stay?.guestName ?? common.noName}</bdi>
        </Link>{' '}
        {stay && booked && (
          <>
            <bdi>{stay.guestPhone}</bdi>
            <span className={css.dates}>
              <Day date={booked.from} /> – <Day date={booked.to} />
            </span>
          </>
        )}
      </td>
      <td>{booked && <ConflictBars event={event} stay={booked} />}</td>
      {conflict.status === 'open' ? (
        <ConflictActions conflict={conflict} />
      ) : (
        <ConflictOutcome status={conflict.status} />
      )}
    </tr>
  );
}

function ConflictOutcome({ status }: { readonly status: Outcome }) {
  const { channels: texts } = useTexts();
  return (
    <td className={css.actions}>
      <Chip kind="good">{status === 'resolved_relocated' ? texts.moved : texts.cancelled}</Chip>
    </td>
  );
}

function ConflictActions({ conflict }: { readonly conflict: ChannelConflict }) {
  const { channels: texts, stayChange } = useTexts();
  const may = useMay();
  const [open, setOpen] = useState<Outcome | 'move' | null>(null);
  const close = (): void => setOpen(null);
  return (
    <td className={css.actions}>
      {may('house') && may('book') && (
        <Button onPress={() => setOpen('move')}>{stayChange.moveTheStay}</Button>
      )}
      {may('house') && (
        <>
          <Button onPress={() => setOpen('resolved_relocated')}>{texts.moved}</Button>
          <Button onPress={() => setOpen('resolved_cancelled')}>{texts.cancelled}</Button>
        </>
      )}
      {open === 'move' && (
        <MoveStayDialog bookingId={conflict.reservationId} conflictId={conflict.id} onClose={close} />
      )}
      {open !== null && open !== 'move' && (
        <ResolveDialog conflict={conflict} outcome={open} onClose={close} />
      )}
    </td>
  );
}
