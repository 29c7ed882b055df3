import { openCheckoutSession } from '@lodging/contract-payments';
import type { RequestOf } from '@lodging/contract-wire';
import { randomUUID } from 'node:crypto';
import { AMOUNT } from './open-payment.ts';
import type { Tenant } from './open-payment.ts';
import type { RunningPayments } from './start-payments.ts';

const sessionRequest = (): RequestOf<typeof openCheckoutSession> => ({
  reservationId: randomUUID() as string,
  amountMinorUnits: AMOUNT,
  currency: 'EUR',
  expiresAt: Temporal.Now.instant().add({ minutes: 15 }).toString(),
  successUrl: 'https://hotel.example/done?session={CHECKOUT_SESSION_ID}',
  cancelUrl: 'https://hotel.example/back',
});

export function buildSessionRequest(changes: Partial<ReturnType<typeof sessionRequest>> = {}) {
  return { ...sessionRequest(), ...changes };
}

export interface OpenedSession {
  readonly reservationId: string;
  readonly id: string;
  readonly url: string;
}

export async function openSession(
  payments: RunningPayments,
  tenant: Tenant,
  request = buildSessionRequest(),
): Promise<OpenedSession> {
  const answer = await payments.call(openCheckoutSession, tenant.id, request);
  if (!answer.ok) throw new Error(`${answer.refusal.code}: ${answer.refusal.detail}`);
  return { reservationId: request.reservationId, ...answer.value };
}

/** Submits the payment form of the page, as the guest's browser does. */
export function payInBrowser(url: string, card = 'pm_card_visa'): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ payment_method: card }),
  });
}

export function readSession(payments: RunningPayments, tenant: Tenant, sessionId: string) {
  return payments.stripe.checkout.sessions.retrieve(sessionId, {}, { stripeAccount: tenant.accountId });
}

export async function listSessions(payments: RunningPayments, tenant: Tenant, reservationId: string) {
  const list = await payments.stripe.checkout.sessions.list(
    { limit: 100 },
    { stripeAccount: tenant.accountId },
  );
  return list.data.filter((session) => session.client_reference_id === reservationId);
}

/** The id of the intent through which the session was paid. */
export async function readIntentId(
  payments: RunningPayments,
  tenant: Tenant,
  sessionId: string,
): Promise<string> {
  const { payment_intent: intent } = await readSession(payments, tenant, sessionId);
  return typeof intent === 'string' ? intent : (intent?.id ?? '');
}
