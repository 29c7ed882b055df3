import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { lodging } from '../api/lodging.ts';
import { paymentAccountQuery } from '../api/queries/payment-account.ts';
import { useWrite } from '../api/use-write.ts';
import { useFieldFaults } from '../ui/faults/use-field-faults.ts';
import { useFormats, useTexts } from '../texts/use-texts.ts';
import { Button } from '../ui/button.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { Dialog, DialogActions } from '../ui/dialogs/dialog.tsx';
import { TextField } from '../ui/fields/field.tsx';
import { Refusal } from '../ui/notice.tsx';
import css from './desk.module.css';

interface PaymentLinkDialogProps {
  readonly reservationId: string;
  readonly timeZone: string;
  readonly onClose: () => void;
}

interface MadeLink {
  readonly url: string;
  readonly expiresAt: string;
}

/** An address at which the guest pays what is due. It is a text, never a link of this page. */
export function PaymentLinkDialog({ reservationId, timeZone, onClose }: PaymentLinkDialogProps) {
  const { desk: texts, common } = useTexts();
  const { dateTime } = useFormats();
  const { data: account } = useQuery(paymentAccountQuery);
  const [typed, setTyped] = useState<string | null>(null);
  const [made, setMade] = useState<MadeLink | null>(null);
  const back = typed ?? account?.redirectOrigins[0] ?? '';
  const { run, isBusy, error } = useWrite(
    (address: string, idempotencyKey) =>
      lodging.bookings.createCheckoutSession(
        reservationId,
        { successUrl: address, cancelUrl: address },
        { idempotencyKey },
      ),
    { says: () => texts.paymentLinkMade, after: setMade },
  );
  const faults = useFieldFaults(error);
  return (
    <Dialog title={texts.paymentLink} onClose={onClose}>
      {made === null ? (
        <TextField
          label={texts.returnAddress}
          hint={texts.returnAddressHint}
          type="url"
          value={back}
          fault={faults.get('successUrl')}
          onChange={({ target }) => setTyped(target.value)}
        />
      ) : (
        <>
          <p>{texts.paymentLinkReady}</p>
          <div className={css.address}>
            <code>{made.url}</code>
            <CopyButton text={made.url} what={texts.paymentLink} />
          </div>
          <p className="quiet">{texts.paymentLinkEnds(dateTime(made.expiresAt, timeZone))}</p>
        </>
      )}
      <Refusal error={error} onTryAgain={() => run(back)} isBusy={isBusy} />
      <DialogActions>
        {made === null && (
          <Button kind="accent" isBusy={isBusy} onPress={() => run(back)}>
            {texts.paymentLink}
          </Button>
        )}
        <Button onPress={onClose}>{made === null ? common.cancel : common.close}</Button>
      </DialogActions>
    </Dialog>
  );
}
