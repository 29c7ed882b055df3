import { useState } from 'react';
import type { BookingRow } from '../api/records.ts';
import { useTexts } from '../texts/use-texts.ts';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogActions } from '../ui/dialogs/dialog.tsx';
import { ChangeRefusal } from './refusals/change-refusal.tsx';
import { StayFacts } from './stay-facts.tsx';
import { useBookingChange } from './use-booking-change.ts';

export interface MoveDialogProps {
  readonly booking: BookingRow;
  readonly onClose: () => void;
}

const CHECK_IN = { state: 'checked_in' } as const;

export function CheckInDialog({ booking, onClose }: MoveDialogProps) {
  const { desk: texts, common } = useTexts();
  // As it was when the dialog was opened: what changes meanwhile is shown before it counts.
  const [shown] = useState(booking);
  const guest = shown.guestName ?? common.noName;
  const change = useBookingChange(shown, { says: () => texts.checkedIn(guest), after: onClose });
  return (
    <Dialog title={texts.checkInGuest(guest)} onClose={onClose}>
      <StayFacts booking={change.meanwhile?.booking ?? shown} />
      <ChangeRefusal change={change} mine={CHECK_IN} />
      <DialogActions>
        <Button kind="accent" data-autofocus isBusy={change.isBusy} onPress={() => change.run(CHECK_IN)}>
          {texts.checkIn}
        </Button>
        <Button onPress={onClose}>{texts.notNow}</Button>
      </DialogActions>
    </Dialog>
  );
}
