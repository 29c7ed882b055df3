import type { BookingUpdateParams } from '@lodging/client';
import { useState } from 'react';
import { ChangeRefusal } from '../../desk/refusals/change-refusal.tsx';
import { useBookingChange } from '../../desk/use-booking-change.ts';
import { useFieldFaults } from '../../ui/faults/use-field-faults.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialogs/dialog.tsx';
import { TextField } from '../../ui/fields/field.tsx';
import css from './booking.module.css';
import type { Stay } from './stay.ts';

/** The address of a stay that the desk has entered; a guest’s own address is confirmed and stays. */
export function CorrectAddress(stay: Stay) {
  const { booking: texts } = useTexts();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button kind="quiet" onPress={() => setOpen(true)}>
        {texts.correct}
      </Button>
      {isOpen && <CorrectDialog {...stay} onClose={() => setOpen(false)} />}
    </>
  );
}

function CorrectDialog({ booking, onClose }: Stay & { readonly onClose: () => void }) {
  const { booking: texts, common } = useTexts();
  const [email, setEmail] = useState(booking.guestEmail ?? '');
  const change = useBookingChange(booking, { says: () => texts.correctSaved, after: onClose });
  const faults = useFieldFaults(change.error);
  const mine = { guestEmail: email.trim() } as BookingUpdateParams;
  return (
    <Dialog title={texts.correct} onClose={onClose}>
      <form
        className={css.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void change.run(mine);
        }}
      >
        <TextField
          label={texts.email}
          type="email"
          value={email}
          fault={faults.get('guestEmail')}
          onChange={({ target }) => setEmail(target.value)}
        />
        <ChangeRefusal change={change} mine={mine} />
        <DialogActions>
          <Button type="submit" kind="accent" isBusy={change.isBusy}>
            {common.save}
          </Button>
          <Button onPress={onClose}>{common.cancel}</Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
