import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { paymentsQuery } from '../api/queries/booking.ts';
import { useFormats, useTexts } from '../texts/use-texts.ts';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogActions } from '../ui/dialogs/dialog.tsx';
import { Refusal } from '../ui/notice.tsx';
import { ChangeRefusal } from './refusals/change-refusal.tsx';
import type { MoveDialogProps } from './check-in-dialog.tsx';
import { RecordPaymentDialog } from './record-payment-dialog.tsx';
import { StayFacts } from './stay-facts.tsx';
import { useBookingChange } from './use-booking-change.ts';

const CHECK_OUT = { state: 'checked_out' } as const;

/** Where something is due, the payment comes first; the guest may leave with a debt all the same. */
export function CheckOutDialog({ booking, onClose }: MoveDialogProps) {
  const { desk: texts, common } = useTexts();
  const { price } = useFormats();
  const [shown] = useState(booking);
  const [isPaying, setPaying] = useState(false);
  const guest = shown.guestName ?? common.noName;
  const change = useBookingChange(shown, { says: () => texts.checkedOut(guest), after: onClose });
  const { data, error, refetch } = useQuery({ ...paymentsQuery(shown.id), staleTime: 0 });
  const due = data?.dueMinorUnits ?? '0';
  if (isPaying && data !== undefined)
    return <RecordPaymentDialog payments={data} suggested={due} onClose={() => setPaying(false)} />;
  return (
    <Dialog title={texts.checkOutGuest(guest)} onClose={onClose}>
      <StayFacts booking={change.meanwhile?.booking ?? shown} />
      <Refusal error={error} onTryAgain={() => refetch()} />
      <ChangeRefusal change={change} mine={CHECK_OUT} />
      <DialogActions>
        {due !== '0' && (
          <Button kind="accent" onPress={() => setPaying(true)}>
            {texts.recordPayment}
          </Button>
        )}
        {data !== undefined && (
          <Button
            kind={due === '0' ? 'accent' : 'plain'}
            isBusy={change.isBusy}
            onPress={() => change.run(CHECK_OUT)}
          >
            {due === '0' ? texts.checkOut : texts.checkOutDue(price(due, shown.currency))}
          </Button>
        )}
        <Button onPress={onClose}>{texts.notNow}</Button>
      </DialogActions>
    </Dialog>
  );
}
