import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { lodging } from '../api/lodging.ts';
import type { Payments } from '../api/records.ts';
import { useWrite } from '../api/use-write.ts';
import { useFieldFaults } from '../ui/faults/use-field-faults.ts';
import { useFormats, useTexts } from '../texts/use-texts.ts';
import { AmountField, useAmount } from '../ui/fields/amount-field.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogActions } from '../ui/dialogs/dialog.tsx';
import { SelectField, TextField } from '../ui/fields/field.tsx';
import { Refusal } from '../ui/notice.tsx';
import css from './desk.module.css';

const METHODS = ['cash', 'card', 'transfer', 'other'] as const;
type Method = (typeof METHODS)[number];

interface RecordPaymentDialogProps {
  readonly payments: Payments;
  /** Minor units to begin with. */
  readonly suggested?: string;
  /** Money that was handed back to the guest. */
  readonly isReturn?: boolean;
  readonly onClose: () => void;
}

/** Money that changed hands at the desk. */
export function RecordPaymentDialog(props: RecordPaymentDialogProps) {
  const { payments, suggested = '0', isReturn = false, onClose } = props;
  const { desk: texts, common } = useTexts();
  const { currency } = payments;
  const amount = useAmount({ currency, suggested });
  const [details, setDetails] = useState<Details>({ method: 'cash', note: '' });
  const { run, isBusy, error } = useRecord(props);
  const submit = async (): Promise<void> => {
    const read = amount.read();
    if (typeof read === 'bigint') await run({ amount: read, ...details });
  };
  const title = isReturn ? texts.recordReturned : texts.recordPayment;
  const fault = useFieldFaults(error).get('amountMinorUnits');
  return (
    <Dialog title={title} onClose={onClose}>
      <form
        className={css.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <AmountField label={texts.amount} amount={amount} currency={currency} fault={fault} />
        <DetailFields details={details} onChange={setDetails} />
        <Refusal error={error} onTryAgain={submit} isBusy={isBusy} />
        <DialogActions>
          <Button type="submit" kind="accent" isBusy={isBusy}>
            {title}
          </Button>
          <Button onPress={onClose}>{common.cancel}</Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

interface DetailFieldsProps {
  readonly details: Details;
  readonly onChange: (details: Details) => void;
}

function DetailFields({ details, onChange }: DetailFieldsProps) {
  const { desk: texts } = useTexts();
  return (
    <>
      <SelectField
        label={texts.method}
        choices={METHODS.map((value) => ({ value, label: texts.methods[value] }))}
        value={details.method}
        onChange={({ target }) => onChange({ ...details, method: target.value as Method })}
      />
      <TextField
        label={texts.note}
        maxLength={500}
        value={details.note}
        onChange={({ target }) => onChange({ ...details, note: target.value })}
      />
    </>
  );
}

interface Details {
  readonly method: Method;
  readonly note: string;
}

interface Received extends Details {
  readonly amount: bigint;
}

function useRecord({ payments, isReturn = false, onClose }: RecordPaymentDialogProps) {
  const { desk: texts } = useTexts();
  const { price } = useFormats();
  const client = useQueryClient();
  const { reservationId: id, currency } = payments;
  return useWrite(
    ({ amount, method, note }: Received, idempotencyKey) =>
      lodging.bookings.recordOfflinePayment(
        id,
        {
          amountMinorUnits: String(amount),
          method,
          ...(note.trim() !== '' && { note: note.trim() }),
          ...(isReturn && { returned: true }),
        },
        { idempotencyKey },
      ),
    {
      says: (_, { amount }) =>
        isReturn
          ? texts.returnRecorded(price(amount, currency))
          : texts.paymentRecorded(price(amount, currency)),
      after: async () => {
        // Money at the desk need not raise the version of the booking.
        await Promise.all(
          [['booking', id], ['bookings'], ['metrics']].map((queryKey) =>
            client.invalidateQueries({ queryKey }),
          ),
        );
        onClose();
      },
    },
  );
}
