import type { BookingUpdateParams } from '@lodging/client';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { now } from '../api/clock.ts';
import { useMay } from '../api/permissions.ts';
import { paymentsQuery, previewQuery } from '../api/queries/booking.ts';
import type { OneBooking, Preview } from '../api/records.ts';
import { refundable } from '../domain/refundable.ts';
import { useFormats, useTexts } from '../texts/use-texts.ts';
import { AmountField, useAmount } from '../ui/fields/amount-field.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogActions } from '../ui/dialogs/dialog.tsx';
import { Fact, Facts } from '../ui/facts.tsx';
import { RadioGroup, TextArea } from '../ui/fields/field.tsx';
import { Notice, Refusal } from '../ui/notice.tsx';
import { ChangeRefusal } from './refusals/change-refusal.tsx';
import css from './desk.module.css';
import { useBookingChange } from './use-booking-change.ts';

interface CancelDialogProps {
  readonly booking: OneBooking;
  readonly timeZone: string;
  readonly onClose: () => void;
}

type PenaltyChoice = 'policy' | 'waive' | 'fixed';

export function CancelDialog({ booking, timeZone, onClose }: CancelDialogProps) {
  const { desk: texts } = useTexts();
  const [shown] = useState(booking);
  const { data: preview, error, refetch } = usePreviewNow(shown.id);
  return (
    <Dialog title={texts.cancelBooking} onClose={onClose}>
      <Refusal error={error} onTryAgain={() => refetch()} />
      {preview && <Costs preview={preview} booking={shown} timeZone={timeZone} />}
      <CancelForm booking={shown} onClose={onClose} />
    </Dialog>
  );
}

function CancelForm({ booking, onClose }: Omit<CancelDialogProps, 'timeZone'>) {
  const { desk: texts } = useTexts();
  const { reason, setReason, penalty, change, sent, submit } = useCancellation(booking, onClose);
  return (
    <form
      className={css.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <TextArea
        label={texts.reason}
        maxLength={500}
        rows={2}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
      {booking.state !== 'held' && <PenaltyFields penalty={penalty} currency={booking.currency} />}
      <ChangeRefusal change={change} mine={sent} />
      <DialogActions>
        <Button type="submit" kind="danger" isBusy={change.isBusy}>
          {texts.cancelThis}
        </Button>
        <Button onPress={onClose}>{texts.keepBooking}</Button>
      </DialogActions>
    </form>
  );
}

function useCancellation(booking: OneBooking, onClose: () => void) {
  const { desk: texts } = useTexts();
  const { price } = useFormats();
  const [reason, setReason] = useState('');
  const [sent, setSent] = useState<BookingUpdateParams>({});
  const penalty = usePenalty(booking.currency);
  const change = useBookingChange(booking, {
    says: ({ cancellation, currency }) =>
      cancellation === null
        ? texts.cancelledPlain
        : texts.cancelled(price(cancellation.keptMinorUnits, currency)),
    after: onClose,
  });
  const submit = async (): Promise<void> => {
    const read = penalty.read();
    if (read === undefined) return;
    const written = reason.trim() === '' ? {} : { reason: reason.trim() };
    const mine: BookingUpdateParams = { state: 'cancelled', ...written, ...(read && { penalty: read }) };
    setSent(mine);
    await change.run(mine);
  };
  return { reason, setReason, penalty, change, sent, submit };
}

type Penalty = NonNullable<BookingUpdateParams['penalty']>;

function usePenalty(currency: string) {
  const [choice, setChoice] = useState<PenaltyChoice>('policy');
  const amount = useAmount({ currency });
  /** Null: by the policy. Undefined: the amount is none. */
  const read = (): Penalty | null | undefined => {
    if (choice === 'policy') return null;
    if (choice === 'waive') return { kind: 'waive' };
    const minorUnits = amount.read();
    return typeof minorUnits === 'bigint'
      ? { kind: 'fixed', amountMinorUnits: String(minorUnits) }
      : undefined;
  };
  return { choice, setChoice, amount, read };
}

interface PenaltyFieldsProps {
  readonly penalty: ReturnType<typeof usePenalty>;
  readonly currency: string;
}

function PenaltyFields({ penalty: { choice, setChoice, amount }, currency }: PenaltyFieldsProps) {
  const { desk: texts } = useTexts();
  const may = useMay();
  if (!may('booking:penalty:override')) return <p className="quiet small">{texts.adminPenalty}</p>;
  return (
    <>
      <RadioGroup
        label={texts.penalty}
        choices={[
          { value: 'policy', label: texts.byPolicy },
          { value: 'waive', label: texts.waive },
          { value: 'fixed', label: texts.otherAmount },
        ]}
        value={choice}
        onChange={(value) => setChoice(value as PenaltyChoice)}
      />
      {choice === 'fixed' && <AmountField label={texts.amount} amount={amount} currency={currency} />}
    </>
  );
}

/** The amounts of this moment: they are read again when they end to hold. */
function usePreviewNow(id: string) {
  const query = useQuery({ ...previewQuery(id), staleTime: 0 });
  const until = query.data?.validUntil ?? null;
  const { refetch } = query;
  useEffect(() => {
    if (until === null) return undefined;
    const wait = Date.parse(until) - now();
    // A longer one would run at once.
    if (wait > 2_000_000_000) return undefined;
    const timer = setTimeout(() => void refetch(), Math.max(0, wait) + 500);
    return () => clearTimeout(timer);
  }, [until, refetch]);
  return query;
}

interface CostsProps extends Omit<CancelDialogProps, 'onClose'> {
  readonly preview: Preview;
}

function Costs({ preview, booking: { id, currency }, timeZone }: CostsProps) {
  const { desk: texts } = useTexts();
  const { price, dateTime } = useFormats();
  const { data: payments } = useQuery(paymentsQuery(id));
  const atDesk = payments === undefined ? 0n : refundable(payments).atDesk;
  const { penaltyMinorUnits, refundMinorUnits, validUntil, reason } = preview;
  if (penaltyMinorUnits === null && reason !== 'no_policy') return <p>{texts.nothingKept}</p>;
  if (penaltyMinorUnits === null) {
    const held = payments && BigInt(payments.collectedMinorUnits) - BigInt(payments.returnedMinorUnits);
    return (
      <Notice kind="warn">
        <strong>
          {held !== undefined && held > 0n
            ? texts.nothingBack(price(held, currency))
            : texts.nothingBackUnpaid}
        </strong>
      </Notice>
    );
  }
  return (
    <>
      <Facts>
        <Fact name={texts.penaltyNow}>{price(penaltyMinorUnits, currency)}</Fact>
        <Fact name={texts.refundNow}>
          {refundMinorUnits === null ? texts.onItsWay : price(refundMinorUnits, currency)}
        </Fact>
      </Facts>
      {atDesk > 0n && (
        <Notice>
          {texts.refundOffline} {price(atDesk, currency)}
        </Notice>
      )}
      {validUntil !== null && <p className="quiet">{texts.holdsUntil(dateTime(validUntil, timeZone))}</p>}
    </>
  );
}
