import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useMay } from '../../api/permissions.ts';
import { previewQuery } from '../../api/queries/booking.ts';
import { CancelDialog } from '../../desk/cancel-dialog.tsx';
import { MoveDialog } from '../../desk/move-dialog.tsx';
import type { Move } from '../../desk/move-dialog.tsx';
import { MoveStayDialog } from '../../desk/stay-change/move-stay-dialog.tsx';
import { useTexts } from '../../texts/use-texts.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import type { Stay } from './stay.ts';

const CHANGEABLE: readonly string[] = ['held', 'confirmed', 'checked_in'];

type Action = Move['kind'] | 'cancel' | 'change';

/** What the state of the booking allows now, as the API says it. */
export function BookingActions({ booking, timeZone }: Stay) {
  const { desk: texts, stayChange, common, booking: words } = useTexts();
  const may = useMay();
  const { data } = useQuery(previewQuery(booking.id));
  const [open, setOpen] = useState<Action | null>(null);
  const allowed = may('book') && data?.version === booking.version ? data.allowed : [];
  const moves = [
    ['checked_in', 'check-in', texts.checkIn],
    ['checked_out', 'check-out', texts.checkOut],
    ['no_show', 'no-show', texts.noShow],
  ] as const;
  return (
    <>
      {!may('book') && <span className="quiet screen-only">{words.whoMay}</span>}
      {moves
        .filter(([state]) => allowed.includes(state))
        .map(([, kind, label], index) => (
          <Button key={kind} kind={index === 0 ? 'accent' : 'plain'} onPress={() => setOpen(kind)}>
            {label}
          </Button>
        ))}
      {may('book') && CHANGEABLE.includes(booking.state) && (
        <Button onPress={() => setOpen('change')}>{stayChange.moveOrExtend}</Button>
      )}
      {allowed.includes('cancelled') && (
        <Button kind="danger" onPress={() => setOpen('cancel')}>
          {texts.cancelBooking}
        </Button>
      )}
      {may('book') && (
        <Link to="/new-booking" search={{ like: booking.id }} className={buttonClass()}>
          {words.sameGuest}
        </Link>
      )}
      <Button onPress={() => print()}>{common.print}</Button>
      {open !== null && <ActionDialog {...{ open, booking, timeZone }} onClose={() => setOpen(null)} />}
    </>
  );
}

interface ActionDialogProps extends Pick<Stay, 'booking' | 'timeZone'> {
  readonly open: Action;
  readonly onClose: () => void;
}

function ActionDialog({ open, booking, timeZone, onClose }: ActionDialogProps) {
  if (open === 'cancel') return <CancelDialog booking={booking} timeZone={timeZone} onClose={onClose} />;
  if (open === 'change') return <MoveStayDialog bookingId={booking.id} onClose={onClose} />;
  return <MoveDialog move={{ kind: open, booking }} onClose={onClose} />;
}
