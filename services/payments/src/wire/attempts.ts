import type {
  PaymentHandle,
  checkPayment,
  openCheckoutSession,
  openDueIntent,
  openDueSession,
  openIntent,
} from '@lodging/contract-payments';
import type { RequestOf, ResponseOf } from '@lodging/contract-wire';
import { instantText } from '@lodging/kernel';
import type { CheckedPayment } from '../use-cases/attempts/check-payment.ts';
import type { OpenCheckoutSession } from '../use-cases/attempts/open-checkout-session.ts';
import type { DueSession, OpenDuePayment, OpenDueSession } from '../use-cases/attempts/open-due-payment.ts';
import type { IntentHandle, OpenIntent, OpenedIntent } from '../use-cases/attempts/open-intent.ts';
import { obligationFromWire } from './ledger.ts';

export function intentRequestFromWire(request: RequestOf<typeof openIntent>): OpenIntent {
  return { ...request, ...fromTerms(request) };
}

export function sessionRequestFromWire(request: RequestOf<typeof openCheckoutSession>): OpenCheckoutSession {
  return { ...request, ...fromTerms(request) };
}

function fromTerms({ amountMinorUnits, expiresAt }: { amountMinorUnits: string; expiresAt: string }) {
  return { amountMinorUnits: BigInt(amountMinorUnits), expiresAt: Temporal.Instant.from(expiresAt) };
}

export function openedIntentToWire({ handle, outcome }: OpenedIntent): ResponseOf<typeof openIntent> {
  return { handle: handleToWire(handle), outcome };
}

export function handleToWire({ intentId, amountMinorUnits, ...handle }: IntentHandle): PaymentHandle {
  return {
    ...handle,
    providerPaymentIntentId: intentId,
    amountMinorUnits: amountMinorUnits.toString(),
  };
}

export function dueRequestFromWire(request: RequestOf<typeof openDueIntent>): OpenDuePayment {
  const { amountMinorUnits } = request;
  return {
    ...request,
    obligation: obligationFromWire(request.obligation),
    amountMinorUnits: amountMinorUnits === undefined ? null : BigInt(amountMinorUnits),
  };
}

export function dueSessionRequestFromWire({
  successUrl,
  cancelUrl,
  productName,
  ...request
}: RequestOf<typeof openDueSession>): OpenDueSession {
  return { ...dueRequestFromWire(request), successUrl, cancelUrl, productName };
}

export function dueSessionToWire({
  isReplayed: _isReplayed,
  amountMinorUnits,
  expiresAt,
  ...session
}: DueSession): ResponseOf<typeof openDueSession> {
  return {
    ...session,
    amountMinorUnits: amountMinorUnits.toString(),
    expiresAt: instantText(expiresAt),
  };
}

export function checkedPaymentToWire({
  state,
  amountMinorUnits,
  currency,
}: CheckedPayment): ResponseOf<typeof checkPayment> {
  return { state, amountMinorUnits: amountMinorUnits?.toString() ?? null, currency };
}
