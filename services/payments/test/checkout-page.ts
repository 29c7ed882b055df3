import { openCheckoutSession } from '@lodging/contract-payments';
import { randomUUID } from 'node:crypto';
import { AMOUNT } from './money.ts';
import type { Tenant } from './money.ts';
import type { Rig } from './rig.ts';

export function pageOrder(changes: Partial<ReturnType<typeof usual>> = {}) {
  return { ...usual(), ...changes };
}

function usual() {
  return {
    reservationId: randomUUID() as string,
    amountMinorUnits: AMOUNT,
    currency: 'EUR',
    expiresAt: Temporal.Now.instant().add({ minutes: 15 }).toString(),
    successUrl: 'https://hotel.example/done?session={CHECKOUT_SESSION_ID}',
    cancelUrl: 'https://hotel.example/back',
  };
}

export type PageOrder = ReturnType<typeof pageOrder>;

export interface Page {
  readonly reservationId: string;
  readonly id: string;
  readonly url: string;
}

export async function openedPage(rig: Rig, tenant: Tenant, request = pageOrder()): Promise<Page> {
  const answer = await rig.ask(openCheckoutSession, tenant.id, request);
  if (!answer.ok) throw new Error(`${answer.refusal.code}: ${answer.refusal.detail}`);
  return { reservationId: request.reservationId, ...answer.value };
}

/** What the browser of the guest sends when the button is pressed. */
export function payOnPage(url: string, card = 'pm_card_visa'): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ payment_method: card }),
  });
}

export function sessionOf(rig: Rig, tenant: Tenant, sessionId: string) {
  return rig.stripe.checkout.sessions.retrieve(sessionId, {}, { stripeAccount: tenant.accountId });
}

export async function sessionsFor(rig: Rig, tenant: Tenant, reservationId: string) {
  const page = await rig.stripe.checkout.sessions.list({ limit: 100 }, { stripeAccount: tenant.accountId });
  return page.data.filter((session) => session.client_reference_id === reservationId);
}

/** What was paid on the page was paid through this. */
export async function intentOf(rig: Rig, tenant: Tenant, sessionId: string): Promise<string> {
  const { payment_intent: intent } = await sessionOf(rig, tenant, sessionId);
  return typeof intent === 'string' ? intent : (intent?.id ?? '');
}
