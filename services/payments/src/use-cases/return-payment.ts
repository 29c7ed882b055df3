// Owns the automatic refund: what came in for a stay that cannot be honoured goes back in full, once.
import type { Clock, NewId } from '@lodging/kernel';
import { observeRefund, refuseRefund, releaseRefund } from '../domain/observe-refund.ts';
import type { Placed } from '../domain/payment.ts';
import type { Refund, ReturnReason } from '../domain/refund.ts';
import { returnMoney } from '../domain/return-money.ts';
import type { HearFromProvider } from './hear-from-provider.ts';
import { ProviderUnavailable } from './ports.ts';
import type { Alarm, Ledgers, Provider } from './ports.ts';

export interface ReturnPaymentPorts {
  readonly ledgers: Ledgers;
  readonly provider: Provider;
  readonly hear: HearFromProvider;
  readonly alarm: Alarm;
  readonly clock: Clock;
  readonly newId: NewId;
}

export type ReturnPayment = ReturnType<typeof returnPayment>;

const LEASE = { seconds: 30 };

/** A refund whose outcome at the provider is unknown stays pending; the reconciler takes it up again. */
export function returnPayment(ports: ReturnPaymentPorts) {
  const { ledgers, clock, newId } = ports;
  return async (tenantId: string, reservationId: string, reason: ReturnReason): Promise<Refund | null> => {
    const now = clock.now();
    const lease = { owner: newId(), until: now.add(LEASE) };
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
        return askForRefund(ports, tenantId, reservationId, answer.refund, answer.payment);
    }
  };
}

async function askForRefund(
  { ledgers, provider, hear, alarm, clock, newId }: ReturnPaymentPorts,
  tenantId: string,
  reservationId: string,
  refund: Refund,
  payment: Placed,
): Promise<Refund> {
  const { id: refundId, amountMinorUnits, currency } = refund;
  const { id: paymentId, intentId } = payment;
  const providerKey = refund.providerKey ?? refundId;
  const order = {
    tenantId,
    reservationId,
    paymentId,
    refundId,
    intentId,
    amountMinorUnits,
    currency,
    providerKey,
  };
  const answer = await provider.createRefund(payment, order).catch(async (error: unknown) => {
    const owner = refund.lease?.owner ?? '';
    await ledgers.change(tenantId, reservationId, (ledger) => releaseRefund(ledger, refundId, owner));
    if (error instanceof ProviderUnavailable) return undefined;
    throw error;
  });
  if (answer === undefined) return { ...refund, lease: null };
  if (answer.ok) {
    const fresh = { newRefundId: newId(), now: clock.now() };
    const heard = await ledgers.change(tenantId, reservationId, (ledger) =>
      observeRefund(ledger, paymentId, answer.value, fresh),
    );
    if (heard.kind === 'applied') return heard.refund;
    throw new Error(`the provider's refund is not the one asked for: ${heard.reason}`);
  }
  alarm.refundRefused({ tenantId, reservationId, refundId, detail: answer.refusal.detail });
  const failed = await ledgers.change(tenantId, reservationId, (ledger) => refuseRefund(ledger, refundId));
  // Somebody may have refunded it in the provider's dashboard: then nothing is owed any more.
  await hear.refunds(tenantId, reservationId, payment);
  return failed ?? refund;
}
