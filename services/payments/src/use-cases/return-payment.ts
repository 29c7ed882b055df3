import type { NewId } from '@lodging/kernel';
import type { Refund, ReturnReason } from '../domain/refund.ts';
import { returnMoney } from '../domain/return-money.ts';
import type { AskForRefund } from './ask-for-refund.ts';
import type { Ledgers } from './ports.ts';

export interface ReturnPaymentPorts {
  readonly ledgers: Ledgers;
  readonly askForRefund: AskForRefund;
  readonly newId: NewId;
}

export type ReturnPayment = ReturnType<typeof returnPayment>;

/** A refund whose outcome at the provider is unknown stays pending; the reconciler takes it up again. */
export function returnPayment({ ledgers, askForRefund, newId }: ReturnPaymentPorts) {
  return async (tenantId: string, reservationId: string, reason: ReturnReason): Promise<Refund | null> => {
    const { now, lease } = askForRefund.newLease();
    const newRefundId = newId();
    const answer = await ledgers.change(tenantId, reservationId, (ledger) =>
      returnMoney(ledger, { reason, newRefundId, lease, now }),
    );
    switch (answer.kind) {
      case 'nothing':
        return null;
      case 'known':
        return answer.refund;
      case 'ask-provider':
        return askForRefund.ask(tenantId, reservationId, answer.refund, answer.payment);
    }
  };
}
