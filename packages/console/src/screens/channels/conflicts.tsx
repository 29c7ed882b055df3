import type { ChannelConflict } from '@lodging/client';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { lodging } from '../../api/lodging.ts';
import { useMay } from '../../api/permissions.ts';
import { connectionsQuery, openConflictsQuery } from '../../api/queries/attention.ts';
import { bookingQuery } from '../../api/queries/booking.ts';
import { useResources } from '../../api/queries/resources.ts';
import { useWrite } from '../../api/use-write.ts';
import { MoveStayDialog } from '../../desk/stay-change/move-stay-dialog.tsx';
import { hostOf } from '../../domain/host-of.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialogs/dialog.tsx';
import { Refusal } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Table } from '../../ui/table.tsx';
import { Day, localDate } from '../../ui/when.tsx';
import css from './channels.module.css';

type Outcome = 'resolved_relocated' | 'resolved_cancelled';

export function Conflicts() {
  const { channels: texts } = useTexts();
  const { data, error, refetch } = useQuery(openConflictsQuery);
  return (
    <>
      <Refusal error={error} onTryAgain={() => refetch()} />
      {data === undefined && error === null && <Skeleton />}
      {data?.length === 0 && <p>{texts.noConflicts}</p>}
      {data && data.length > 0 && (
        <Table
          label={texts.conflicts}
          columns={[texts.resource, texts.elsewhere, texts.here, { title: texts.action, isHidden: true }]}
        >
          {data.map((conflict) => (
            <ConflictRow key={conflict.id} conflict={conflict} />
          ))}
        </Table>
      )}
    </>
  );
}

function ConflictRow({ conflict }: { readonly conflict: ChannelConflict }) {
  const { common } = useTexts();
  const client = useQueryClient();
  const resource = useResources().find(conflict.resourceId);
  const zone = resource?.timezone ?? 'UTC';
  const { data: connections } = useQuery(connectionsQuery);
  const { data: stay } = useQuery(bookingQuery(client, conflict.reservationId));
  const feed = connections?.find(({ id }) => id === conflict.connectionId);
  return (
    <tr data-conflict={conflict.id}>
      <td>
        <bdi>{resource?.name}</bdi>
      </td>
      <td>
        {feed && <bdi className={css.host}>{hostOf(feed.feedUrl)}</bdi>}
        <Day date={localDate(conflict.startsAt, zone)} /> – <Day date={localDate(conflict.endsAt, zone)} />
      </td>
      <td>
        <Link to="/bookings/$id" params={{ id: conflict.reservationId }} className={css.host}>
          <bdi>{stay?.guestName ?? common.noName}</bdi>
        </Link>{' '}
        {stay && (
          <>
            <bdi>{stay.guestPhone}</bdi> <Day date={localDate(stay.startsAt, zone)} /> –{' '}
            <Day date={localDate(stay.endsAt, zone)} />
          </>
        )}
      </td>
      <ConflictActions conflict={conflict} />
    </tr>
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

interface ResolveDialogProps {
  readonly conflict: ChannelConflict;
  readonly outcome: Outcome;
  readonly onClose: () => void;
}

function ResolveDialog({ conflict, outcome, onClose }: ResolveDialogProps) {
  const { channels: texts, common } = useTexts();
  const client = useQueryClient();
  const title = outcome === 'resolved_relocated' ? texts.moved : texts.cancelled;
  const { run, isBusy, error } = useWrite(
    () => lodging.channelConflicts.resolve(conflict.id, { status: outcome }),
    {
      says: () => texts.resolved,
      after: async () => {
        onClose();
        await client.invalidateQueries({ queryKey: ['conflicts'] });
      },
    },
  );
  return (
    <Dialog title={title} onClose={onClose}>
      <p>{texts.how}</p>
      <Refusal error={error} onTryAgain={() => run(undefined)} isBusy={isBusy} />
      <DialogActions>
        <Button kind="accent" isBusy={isBusy} onPress={() => run(undefined)}>
          {texts.resolve}
        </Button>
        <Button onPress={onClose}>{common.cancel}</Button>
      </DialogActions>
    </Dialog>
  );
}
