import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { lodging } from '../api/lodging.ts';
import { paymentsQuery } from '../api/queries/booking.ts';
import { isPassing } from '../api/query-client.ts';
import type { Payments } from '../api/records.ts';
import { isDecided, useWrite } from '../api/use-write.ts';
import { refundable } from '../domain/refundable.ts';
import { useFieldFaults } from '../ui/faults/use-field-faults.ts';
import { useFormats, useTexts } from '../texts/use-texts.ts';
import { AmountField, useAmount } from '../ui/fields/amount-field.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogActions } from '../ui/dialogs/dialog.tsx';
import { Notice, Refusal } from '../ui/notice.tsx';
import css from './desk.module.css';

const AGAIN_MS = 2_000;

interface RefundDialogProps {
  readonly payments: Payments;
  readonly onClose: () => void;
}

/**
 * Back to the card. After a lost answer the refunds are read and shown before another try, which has the same key and so
 * makes no second refund.
 */
export function RefundDialog({ payments, onClose }: RefundDialogProps) {
  const { desk: texts, common } = useTexts();
  const { price } = useFormats();
  const { reservationId: id, currency } = payments;
  const { data } = useQuery({ ...paymentsQuery(id), initialData: payments });
  const remaining = refundable(data);
  const amount = useAmount({ currency, mayBeEmpty: true });
  const { run, isBusy, error, isUnknown } = useRefund(id, currency, remaining.online, onClose);
  const faults = useFieldFaults(error);
  const submit = async (): Promise<void> => {
    const read = amount.read();
    if (read !== undefined) await run(read);
  };
  const label =
    amount.minorUnits === null ? texts.refundAll : texts.refundAmount(price(amount.minorUnits, currency));
  return (
    <Dialog title={texts.refund} onClose={onClose}>
      <form
        className={css.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <AmountField
          label={texts.amount}
          amount={amount}
          currency={currency}
          hint={texts.refundHint(price(remaining.online, currency))}
          fault={faults.get('amountMinorUnits')}
        />
        {remaining.atDesk > 0n && (
          <Notice>
            {texts.refundOffline} {price(remaining.atDesk, currency)}
          </Notice>
        )}
        {isUnknown ? <LostAnswer error={error} payments={data} /> : <Refusal error={error} />}
        <DialogActions>
          <Button type="submit" kind="danger" isBusy={isBusy}>
            {label}
          </Button>
          <Button onPress={onClose}>{common.cancel}</Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

function LostAnswer({ error, payments }: { readonly error: unknown; readonly payments: Payments }) {
  const { desk: texts, booking } = useTexts();
  const { price } = useFormats();
  return (
    <Refusal error={error} words={texts.refundUnknown}>
      {payments.refunds.length === 0 ? (
        <p>{texts.noRefunds}</p>
      ) : (
        <ul>
          {payments.refunds.map(({ id, amountMinorUnits, state }) => (
            <li key={id}>
              {price(amountMinorUnits, payments.currency)} · {booking.moneyStates[state]}
            </li>
          ))}
        </ul>
      )}
      <p>{texts.refundsRead}</p>
    </Refusal>
  );
}

function useRefund(id: string, currency: string, all: bigint, onClose: () => void) {
  const { desk: texts } = useTexts();
  const { price } = useFormats();
  const client = useQueryClient();
  const [isUnknown, setUnknown] = useState(false);
  const readMoney = () =>
    Promise.all([
      client.invalidateQueries({ queryKey: ['booking', id] }),
      client.invalidateQueries({ queryKey: ['metrics'] }),
    ]);
  const write = useWrite(
    (amount: bigint | null, idempotencyKey) =>
      lodging.bookings.refund(id, amount === null ? {} : { amountMinorUnits: String(amount) }, {
        idempotencyKey,
      }),
    {
      says: (_, amount) => texts.refunded(price(amount ?? all, currency)),
      after: async () => {
        setUnknown(false);
        await readMoney();
        onClose();
      },
      onRefused: async (error) => {
        setUnknown(!isDecided(error));
        if (isDecided(error)) return;
        // The button is back when the refunds are known: no sooner than the connection.
        await client.fetchQuery({
          ...paymentsQuery(id),
          staleTime: 0,
          retry: (_failures, failure) => isPassing(failure),
          retryDelay: AGAIN_MS,
        });
        await readMoney();
      },
    },
  );
  return { ...write, isUnknown };
}
