import { refuse } from '@lodging/kernel';
import type { Refusal } from '@lodging/kernel';
import type { Payment } from './payment.ts';
import type { Ledger } from './ledger.ts';

/** A ledger is read whole under its lock, so that what a client adds to it is bounded. */
const MAX_PAYMENTS = 500;
const MAX_OFFLINE_PAYMENTS = 500;
const MAX_REFUNDS = 500;
/** Of one payment. */
const MAX_KEYS = 20;

export type LimitReached = Refusal<'limit_reached'>;

/** Payments that a client opens for what is due, each with a call of the provider. */
export function paymentLimit({ payments }: Pick<Ledger, 'payments'>): LimitReached | undefined {
  return limitReached(payments, MAX_PAYMENTS, 'A booking has at most 500 payments.');
}

export function offlinePaymentLimit({
  offlinePayments,
}: Pick<Ledger, 'offlinePayments'>): LimitReached | undefined {
  return limitReached(offlinePayments, MAX_OFFLINE_PAYMENTS, 'A booking has at most 500 offline payments.');
}

/** For requested refunds alone: what the rules return is never refused. */
export function refundLimit({ refunds }: Pick<Ledger, 'refunds'>): LimitReached | undefined {
  return limitReached(refunds, MAX_REFUNDS, 'A booking has at most 500 refunds.');
}

export function keyLimit(
  { idempotencyKeys }: Pick<Ledger, 'idempotencyKeys'>,
  { id }: Pick<Payment, 'id'>,
): LimitReached | undefined {
  const ofPayment = idempotencyKeys.filter(({ paymentId }) => paymentId === id);
  return limitReached(ofPayment, MAX_KEYS, 'A payment is answered under at most 20 idempotency keys.');
}

function limitReached(items: readonly unknown[], limit: number, detail: string): LimitReached | undefined {
  return items.length < limit ? undefined : refuse('limit_reached', detail, { limit }).refusal;
}
