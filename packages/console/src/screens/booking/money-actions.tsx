import { useState } from 'react';
import { useMay } from '../../api/permissions.ts';
import type { Payments } from '../../api/records.ts';
import { useCanCharge } from '../../desk/no-payment-link.tsx';
import { PaymentLinkDialog } from '../../desk/payment-link-dialog.tsx';
import { RecordPaymentDialog } from '../../desk/record-payment-dialog.tsx';
import { RefundDialog } from '../../desk/refund-dialog.tsx';
import { RefundOfflineDialog } from '../../desk/refund-offline-dialog.tsx';
import { refundable } from '../../domain/refundable.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Button } from '../../ui/button.tsx';

interface MoneyActionsProps {
  readonly payments: Payments;
  readonly timeZone: string;
}

export function MoneyActions({ payments, timeZone }: MoneyActionsProps) {
  const { desk: texts } = useTexts();
  const may = useMay();
  const canCharge = useCanCharge();
  const [open, setOpen] = useState<'payment' | 'return' | 'refund' | 'offline' | 'link' | null>(null);
  const close = (): void => setOpen(null);
  const left = refundable(payments);
  const isDue = payments.dueMinorUnits !== '0';
  return (
    <>
      {may('book') && (
        <Button onPress={() => setOpen('payment')} kind={isDue ? 'accent' : 'plain'}>
          {texts.recordPayment}
        </Button>
      )}
      {may('book') && isDue && canCharge && (
        <Button onPress={() => setOpen('link')}>{texts.paymentLink}</Button>
      )}
      {may('book') && left.atDesk > 0n && (
        <Button onPress={() => setOpen('return')}>{texts.recordReturned}</Button>
      )}
      {(left.online > 0n || left.atDesk > 0n) && (
        <RefundButton onPress={() => setOpen(left.online > 0n ? 'refund' : 'offline')} />
      )}
      {open === 'payment' && (
        <RecordPaymentDialog payments={payments} suggested={payments.dueMinorUnits} onClose={close} />
      )}
      {open === 'return' && <RecordPaymentDialog payments={payments} isReturn onClose={close} />}
      {open === 'refund' && <RefundDialog payments={payments} onClose={close} />}
      {open === 'offline' && (
        <RefundOfflineDialog payments={payments} onReturn={() => setOpen('return')} onClose={close} />
      )}
      {open === 'link' && (
        <PaymentLinkDialog reservationId={payments.reservationId} timeZone={timeZone} onClose={close} />
      )}
    </>
  );
}

/** Where a role may not refund, the place says who may. */
function RefundButton({ onPress }: { readonly onPress: () => void }) {
  const { desk: texts } = useTexts();
  const may = useMay();
  if (!may('payment:refund:create')) return <span className="quiet">{texts.managerRefunds}</span>;
  return <Button onPress={onPress}>{texts.refund}</Button>;
}
