import type { RequestContext } from '@lodging/kit-runtime';
import { hasIntent, isOpen, isPaid } from '../../domain/ledger/payment.ts';
import type { CreatedPayment, PaidPayment, Payment, PaymentWithIntent } from '../../domain/ledger/payment.ts';
import type { PaymentsDeps } from '../../ports/deps.ts';
import type { ProviderAnswer, ProviderClient } from '../../ports/provider.ts';
import { recordProviderAnswer, recordRefund } from './record-provider-answer.ts';

export type RefreshPaymentDeps = Pick<PaymentsDeps, 'provider' | 'ledgers' | 'vault'>;

export type RefreshRefundsDeps = Pick<PaymentsDeps, 'provider' | 'ledgers' | 'clock' | 'newId'>;

interface OfReservation<P extends Payment> {
  readonly reservationId: string;
  readonly payment: P;
}

/**
 * Reads an open payment from the provider and records its state; a payment that the provider does not know stays as it
 * is. Throws ProviderUnavailable.
 */
export async function refreshPayment(
  deps: RefreshPaymentDeps,
  ctx: RequestContext,
  { reservationId, payment }: OfReservation<Payment>,
): Promise<Payment> {
  if (payment.state === 'creating') {
    const found = await findAtProvider(deps.provider, payment);
    if (found === undefined) return payment;
    const created = await record(deps, ctx, { reservationId, payment }, found);
    return found.kind === 'session' && hasIntent(created)
      ? refreshIntent(deps, ctx, { reservationId, payment: created })
      : created;
  }
  if (!isOpen(payment)) return payment;
  const read = hasIntent(payment) ? await refreshIntent(deps, ctx, { reservationId, payment }) : payment;
  return read.kind === 'checkout_session' && isOpen(read)
    ? refreshSession(deps, ctx, { reservationId, payment: read })
    : read;
}

/** A refund may be reported before the payment is known to be paid. Undefined where the provider has no success. */
export async function refreshUnlessPaid(
  deps: RefreshPaymentDeps,
  ctx: RequestContext,
  { reservationId, payment }: OfReservation<Payment>,
): Promise<PaidPayment | undefined> {
  const current = isPaid(payment) ? payment : await refreshPayment(deps, ctx, { reservationId, payment });
  return isPaid(current) ? current : undefined;
}

/** Records every refund of the payment, also those of the dashboard. The sum of those that have not failed. */
export async function refreshRefunds(
  deps: RefreshRefundsDeps,
  ctx: RequestContext,
  { reservationId, payment }: OfReservation<PaymentWithIntent>,
): Promise<bigint> {
  const snapshots = await deps.provider.listRefunds(payment, payment.intentId);
  for (const snapshot of snapshots)
    await recordRefund(deps, ctx, { reservationId, paymentId: payment.id, snapshot });
  return snapshots
    .filter(({ status }) => status !== 'failed' && status !== 'canceled')
    .reduce((total, { amountMinorUnits }) => total + amountMinorUnits, 0n);
}

/** Searches for the object that an earlier call may have created for the payment. */
export function findAtProvider(
  provider: ProviderClient,
  payment: Payment,
): Promise<ProviderAnswer | undefined> {
  return payment.kind === 'intent'
    ? provider.findIntent(payment, payment.id, payment.createdAt)
    : provider.findSession(payment, payment.id, payment.createdAt);
}

async function refreshIntent(
  deps: RefreshPaymentDeps,
  ctx: RequestContext,
  target: OfReservation<PaymentWithIntent>,
): Promise<CreatedPayment> {
  const { payment } = target;
  return record(deps, ctx, target, await deps.provider.readIntent(payment, payment.intentId));
}

/** The session has its own state, and names the intent that says whether it was paid. */
async function refreshSession(
  deps: RefreshPaymentDeps,
  ctx: RequestContext,
  target: OfReservation<CreatedPayment>,
): Promise<CreatedPayment> {
  const { reservationId, payment } = target;
  const { sessionId } = payment;
  const session =
    sessionId === null
      ? await deps.provider.findSession(payment, payment.id, payment.createdAt)
      : await deps.provider.readSession(payment, sessionId);
  if (session === undefined) return payment;
  const after = await record(deps, ctx, target, session);
  // The intent was read before the session and may have been paid in between.
  const mayBePaid = after.intentId !== payment.intentId || session.snapshot.status !== 'open';
  return isOpen(after) && mayBePaid && hasIntent(after)
    ? refreshIntent(deps, ctx, { reservationId, payment: after })
    : after;
}

async function record(
  deps: RefreshPaymentDeps,
  ctx: RequestContext,
  { reservationId, payment }: OfReservation<Payment>,
  answer: ProviderAnswer,
): Promise<CreatedPayment> {
  const recorded = await recordProviderAnswer(deps, ctx, { reservationId, paymentId: payment.id, answer });
  return recorded.payment;
}
