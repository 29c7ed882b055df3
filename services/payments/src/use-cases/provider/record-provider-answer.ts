import type { RequestContext } from '@lodging/kit-runtime';
import { applyIntent } from '../../domain/attempts/apply-intent.ts';
import { applyRefund } from '../../domain/refunds/apply-refund.ts';
import type { RefundResult, RefundSnapshot } from '../../domain/refunds/apply-refund.ts';
import { applySession } from '../../domain/attempts/apply-session.ts';
import { hasEndedFor } from '../../domain/ledger/ledger.ts';
import type { CreatedPayment } from '../../domain/ledger/payment.ts';
import type { PaymentsDeps } from '../../ports/deps.ts';
import { ProviderUnavailable } from '../../ports/provider.ts';
import type { ProviderAnswer } from '../../ports/provider.ts';

export type RecordAnswerDeps = Pick<PaymentsDeps, 'ledgers' | 'vault'>;

export interface RecordAnswer {
  readonly reservationId: string;
  readonly paymentId: string;
  readonly answer: ProviderAnswer;
}

export interface RecordedPayment {
  readonly payment: CreatedPayment;
  /** The client secret of the intent, or the URL of the session, where the provider gave one. */
  readonly secret: string | null;
  /** True if the reservation has ended and can no longer be paid. */
  readonly hasEnded: boolean;
}

/** Applies an intent or session, as the provider returned it. One that does not belong to the payment is no answer. */
export async function recordProviderAnswer(
  { ledgers, vault }: RecordAnswerDeps,
  { tenantId }: RequestContext,
  { reservationId, paymentId, answer }: RecordAnswer,
): Promise<RecordedPayment> {
  const secret = answer.kind === 'intent' ? answer.clientSecret : answer.url;
  // Sealed before the ledger is locked.
  const sealed = secret === null ? null : vault.seal(tenantId, paymentId, secret);
  const recorded = await ledgers.changeOpened(tenantId, reservationId, (ledger) => {
    const decision =
      answer.kind === 'intent'
        ? applyIntent(ledger, paymentId, answer.snapshot, sealed)
        : applySession(ledger, paymentId, answer.snapshot, sealed);
    const { result: applied } = decision;
    const hasEnded = applied.kind === 'applied' && hasEndedFor(ledger, applied.payment);
    return { ...decision, result: { applied, hasEnded } };
  });
  const { applied, hasEnded } = recorded;
  if (applied.kind === 'applied') return { payment: applied.payment, secret, hasEnded };
  throw new ProviderUnavailable(`the provider's answer does not belong to the payment: ${applied.reason}`);
}

export type RecordRefundDeps = Pick<PaymentsDeps, 'ledgers' | 'clock' | 'newId'>;

export interface RecordRefund {
  readonly reservationId: string;
  readonly paymentId: string;
  readonly snapshot: RefundSnapshot;
}

/** Applies a refund as the provider reported it; one that was made in the dashboard gets a row. */
export function recordRefund(
  { ledgers, clock, newId }: RecordRefundDeps,
  { tenantId }: RequestContext,
  { reservationId, paymentId, snapshot }: RecordRefund,
): Promise<RefundResult> {
  const created = { newRefundId: newId(), now: clock.now() };
  return ledgers.change(tenantId, reservationId, (ledger) =>
    applyRefund(ledger, paymentId, snapshot, created),
  );
}
