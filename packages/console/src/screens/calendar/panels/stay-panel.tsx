import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useMay } from '../../../api/permissions.ts';
import { bookingQuery, previewQuery } from '../../../api/queries/booking.ts';
import { changesQuery } from '../../../api/queries/changes.ts';
import { useResources } from '../../../api/queries/resources.ts';
import type { OneBooking } from '../../../api/records.ts';
import { MoveDialog } from '../../../desk/move-dialog.tsx';
import type { Move } from '../../../desk/move-dialog.tsx';
import { AwaitingChange } from '../../../desk/stay-change/awaiting-change.tsx';
import { StayFacts } from '../../../desk/stay-facts.tsx';
import { immovable } from '../../../domain/stay-move.ts';
import { useTexts } from '../../../texts/use-texts.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { Refusal } from '../../../ui/notice.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { StateChip } from '../../../ui/state-chip.tsx';
import { Day, localDate } from '../../../ui/when.tsx';
import css from './panels.module.css';
import { SidePanel } from './side-panel.tsx';

interface StayPanelProps {
  readonly id: string;
  /** As the chart has it, until the booking is read. */
  readonly guest: string | null | undefined;
  readonly onMove: () => void;
  readonly onClose: () => void;
}

/** A booking in short, with what can be done about it. */
export function StayPanel({ id, guest, onMove, onClose }: StayPanelProps) {
  const { calendar: texts, common } = useTexts();
  const client = useQueryClient();
  const { data, error, refetch } = useQuery(bookingQuery(client, id));
  return (
    <SidePanel id={id} title={texts.stayOf(data?.guestName ?? guest ?? common.noName)} onClose={onClose}>
      {data === undefined && error === null && <Skeleton />}
      {data === undefined && <Refusal error={error} onTryAgain={() => refetch()} />}
      {data && <StayInShort booking={data} />}
      <div className={css.panelActions}>
        <Link to="/bookings/$id" params={{ id }} className={buttonClass()}>
          {texts.openBooking}
        </Link>
        {data && <StayActions booking={data} onMove={onMove} />}
      </div>
    </SidePanel>
  );
}

function StayInShort({ booking }: { readonly booking: OneBooking }) {
  const timeZone = useResources().find(booking.resourceId)?.timezone ?? 'UTC';
  const { data: changes } = useQuery(changesQuery(booking.id));
  const awaiting = changes?.find(({ state }) => state === 'awaiting_payment');
  return (
    <>
      <p>
        <StateChip state={booking.state} /> <code>{booking.reference}</code>
      </p>
      <p>
        <Day date={localDate(booking.startsAt, timeZone)} /> –{' '}
        <Day date={localDate(booking.endsAt, timeZone)} />
      </p>
      <StayFacts booking={booking} />
      {awaiting && <AwaitingChange change={awaiting} timeZone={timeZone} />}
    </>
  );
}

function StayActions({ booking, onMove }: { readonly booking: OneBooking; readonly onMove: () => void }) {
  const { desk, stayChange, calendar: texts } = useTexts();
  const may = useMay();
  const { data } = useQuery(previewQuery(booking.id));
  const [open, setOpen] = useState<Move['kind'] | null>(null);
  if (!may('book')) return null;
  const allowed = data?.version === booking.version ? data.allowed : [];
  const movable = { kind: 'stay', state: booking.state, block: null, from: '', to: '' } as const;
  const why = immovable(movable, 'end');
  return (
    <>
      {allowed.includes('checked_in') && (
        <Button kind="accent" onPress={() => setOpen('check-in')}>
          {desk.checkIn}
        </Button>
      )}
      {allowed.includes('checked_out') && (
        <Button kind="accent" onPress={() => setOpen('check-out')}>
          {desk.checkOut}
        </Button>
      )}
      {why === null && <Button onPress={onMove}>{stayChange.moveOrExtend}</Button>}
      {why !== null && <p className="quiet">{texts.why[why]}</p>}
      {open !== null && <MoveDialog move={{ kind: open, booking }} onClose={() => setOpen(null)} />}
    </>
  );
}
