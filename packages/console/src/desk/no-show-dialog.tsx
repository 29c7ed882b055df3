import { useState } from 'react';
import { useTexts } from '../texts/use-texts.ts';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogActions } from '../ui/dialogs/dialog.tsx';
import { ChangeRefusal } from './refusals/change-refusal.tsx';
import type { MoveDialogProps } from './check-in-dialog.tsx';
import { NoShowTerms } from './no-show-terms.tsx';
import { useBookingChange } from './use-booking-change.ts';

const NO_SHOW = { state: 'no_show' } as const;

export function NoShowDialog({ booking, onClose }: MoveDialogProps) {
  const { desk: texts, common } = useTexts();
  const [shown] = useState(booking);
  const guest = shown.guestName ?? common.noName;
  const change = useBookingChange(shown, { says: () => texts.noShowDone(guest), after: onClose });
  return (
    <Dialog title={texts.noShowGuest(guest)} onClose={onClose}>
      <p>{texts.noShowQuestion}</p>
      <NoShowTerms id={shown.id} />
      <ChangeRefusal change={change} mine={NO_SHOW} />
      <DialogActions>
        <Button kind="danger" isBusy={change.isBusy} onPress={() => change.run(NO_SHOW)}>
          {texts.noShow}
        </Button>
        <Button onPress={onClose}>{texts.notNow}</Button>
      </DialogActions>
    </Dialog>
  );
}
