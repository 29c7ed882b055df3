import { refundable } from '../domain/refundable.ts';
import type { Payments } from '../api/records.ts';
import { useFormats, useTexts } from '../texts/use-texts.ts';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogActions } from '../ui/dialogs/dialog.tsx';

interface RefundOfflineProps {
  readonly payments: Payments;
  readonly onReturn: () => void;
  readonly onClose: () => void;
}

/** All that can go back was paid at the desk, and goes back there. */
export function RefundOfflineDialog({ payments, onReturn, onClose }: RefundOfflineProps) {
  const { desk: texts, common } = useTexts();
  const { price } = useFormats();
  return (
    <Dialog title={texts.refund} onClose={onClose}>
      <p>
        {texts.refundOffline} {price(refundable(payments).atDesk, payments.currency)}
      </p>
      <DialogActions>
        <Button kind="accent" onPress={onReturn}>
          {texts.recordReturned}
        </Button>
        <Button onPress={onClose}>{common.cancel}</Button>
      </DialogActions>
    </Dialog>
  );
}
