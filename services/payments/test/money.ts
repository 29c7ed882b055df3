import { openIntent, setPaymentAccount } from '@lodging/contract-payments';
import type { PaymentHandle } from '@lodging/contract-payments';
import { eventually } from '@lodging/kit-testing';
import { randomUUID } from 'node:crypto';
import type Stripe from 'stripe';
import { WEBHOOK_SECRETS } from './rig.ts';
import type { Rig, ToldEvent } from './rig.ts';

export interface Tenant {
  readonly id: string;
  readonly accountId: string;
}

export const AMOUNT = '12500';
export const REDIRECT_ORIGINS = ['https://hotel.example', 'http://localhost:5173'] as const;

export async function newTenant(rig: Rig, accountId = `acct_${randomUUID().slice(0, 8)}`): Promise<Tenant> {
  const id = randomUUID();
  const set = await rig.ask(setPaymentAccount, id, {
    provider: 'stripe',
    accountId,
    redirectOrigins: [...REDIRECT_ORIGINS],
  });
  if (!set.ok) throw new Error(set.refusal.detail);
  return { id, accountId };
}

export function order(changes: Partial<Parameters<typeof orderOf>[0]> = {}) {
  return orderOf({ reservationId: randomUUID(), idempotencyKey: randomUUID(), minutesLeft: 15, ...changes });
}

function orderOf(given: { reservationId: string; idempotencyKey: string; minutesLeft: number }) {
  return {
    reservationId: given.reservationId,
    idempotencyKey: given.idempotencyKey,
    amountMinorUnits: AMOUNT,
    currency: 'EUR',
    expiresAt: Temporal.Now.instant().add({ minutes: given.minutesLeft }).toString(),
  };
}

export async function opened(
  rig: Rig,
  tenant: Tenant,
  request = order(),
  live = true,
): Promise<PaymentHandle> {
  const answer = await rig.ask(openIntent, tenant.id, request, live);
  if (!answer.ok) throw new Error(`${answer.refusal.code}: ${answer.refusal.detail}`);
  return answer.value.handle;
}

/** What a browser does with the client secret; a declined card is an error of the SDK. */
export function pay(rig: Rig, tenant: Tenant, handle: PaymentHandle, card = 'pm_card_visa') {
  return rig.stripe.paymentIntents.confirm(
    handle.providerPaymentIntentId,
    { payment_method: card, return_url: 'https://hotel.example/back' },
    { stripeAccount: tenant.accountId },
  );
}

export function toldOf(rig: Rig, reservationId: string, verb: string): ToldEvent[] {
  return rig.told.filter(
    ({ type, data }) =>
      type.endsWith(verb) && (data['payment'] ?? data['refund'])?.['reservationId'] === reservationId,
  );
}

export function heard(rig: Rig, reservationId: string, verb: string): Promise<ToldEvent> {
  return eventually(`${verb} of ${reservationId} is told`, () => toldOf(rig, reservationId, verb)[0]);
}

/** Waits for that many, so that one too many shows. */
export function heardTimes(rig: Rig, reservationId: string, verb: string, times: number) {
  return eventually(
    `${verb} of ${reservationId} is told ${times} times`,
    () => toldOf(rig, reservationId, verb).length >= times && toldOf(rig, reservationId, verb),
  );
}

export async function stateOf(rig: Rig, reservationId: string): Promise<string | undefined> {
  const rows = await rig.rows<{ state: string }>(
    'SELECT state FROM payments WHERE reservation_id = $1 ORDER BY attempt DESC',
    [reservationId],
  );
  return rows[0]?.state;
}

/** An event as the provider would send it about this handle, with whatever a test wants otherwise. */
export function eventOf(
  tenant: Tenant,
  handle: PaymentHandle,
  type: string,
  changes: { event?: Record<string, unknown>; object?: Record<string, unknown> } = {},
): Record<string, unknown> {
  const object = {
    id: handle.providerPaymentIntentId,
    object: 'payment_intent',
    amount: Number(handle.amountMinorUnits),
    amount_received: Number(handle.amountMinorUnits),
    currency: handle.currency.toLowerCase(),
    livemode: true,
    status: 'succeeded',
    metadata: {},
    ...changes.object,
  };
  return {
    id: `evt_${randomUUID()}`,
    object: 'event',
    type,
    account: tenant.accountId,
    api_version: '2026-10-28.endive',
    created: Math.floor(Date.now() / 1000),
    livemode: true,
    data: { object },
    ...changes.event,
  };
}

export interface Posting {
  readonly secret?: string;
  /** Seconds from now that the signature says it was made. */
  readonly skewSeconds?: number;
  readonly header?: string | null;
}

export async function post(rig: Rig, body: unknown, posting: Posting = {}): Promise<Response> {
  const payload = typeof body === 'string' ? body : JSON.stringify(body);
  const timestamp = Math.floor(Date.now() / 1000) + (posting.skewSeconds ?? 0);
  const secret = posting.secret ?? WEBHOOK_SECRETS[0];
  const header =
    posting.header === undefined
      ? rig.stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp })
      : posting.header;
  return fetch(rig.webhookUrl, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(header === null ? {} : { 'stripe-signature': header }),
    },
    body: payload,
  });
}

/** Waits until the notification is settled, and tells how. */
export function settled(
  rig: Rig,
  event: Record<string, unknown>,
): Promise<{ state: string; reason: string | null }> {
  return eventually(`${String(event['id'])} is settled`, async () => {
    const rows = await rig.rows<{ state: string; reason: string | null }>(
      'SELECT state, reason FROM provider_events WHERE provider_event_id = $1',
      [event['id']],
    );
    return rows[0] !== undefined && rows[0].state !== 'waiting' && rows[0];
  });
}

export type { Stripe };
