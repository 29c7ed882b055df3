import type { PaymentHandle } from '@lodging/contract-payments';
import { eventually } from '@lodging/kit-testing';
import { randomUUID } from 'node:crypto';
import type { Tenant } from './open-payment.ts';
import { WEBHOOK_SECRETS } from './start-payments.ts';
import type { RunningPayments } from './start-payments.ts';

/** An event of the provider about the intent of this handle. */
export function buildStripeEvent(
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

export interface PostOptions {
  readonly secret?: string;
  /** Of the time in the signature, from now. */
  readonly skewSeconds?: number;
  readonly header?: string | null;
}

export async function postNotification(
  payments: RunningPayments,
  body: unknown,
  options: PostOptions = {},
): Promise<Response> {
  const payload = typeof body === 'string' ? body : JSON.stringify(body);
  const timestamp = Math.floor(Date.now() / 1000) + (options.skewSeconds ?? 0);
  const secret = options.secret ?? WEBHOOK_SECRETS[0];
  const header =
    options.header === undefined
      ? payments.stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp })
      : options.header;
  return fetch(payments.webhookUrl, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(header === null ? {} : { 'stripe-signature': header }),
    },
    body: payload,
  });
}

/** Waits until the notification is settled. */
export function outcomeOf(
  payments: RunningPayments,
  event: Record<string, unknown>,
): Promise<{ state: string; reason: string | null }> {
  return eventually(`${String(event['id'])} is settled`, async () => {
    const rows = await payments.query<{ state: string; reason: string | null }>(
      'SELECT state, reason FROM provider_events WHERE provider_event_id = $1',
      [event['id']],
    );
    return rows[0] !== undefined && rows[0].state !== 'waiting' && rows[0];
  });
}

/** Waits until every stored notification is settled, and every event of the outbox has been published and seen here. */
export async function waitUntilAllSettled(payments: RunningPayments): Promise<void> {
  await eventually('all notifications are settled', async () => {
    const waiting = await payments.query(`SELECT FROM provider_events WHERE state = 'waiting'`);
    return waiting.length === 0;
  });
  await eventually('all events are published', async () => {
    const seen = new Set(payments.events.map(({ id }) => id));
    const stored = await payments.query<{ id: string }>('SELECT id FROM outbox');
    return stored.every(({ id }) => seen.has(id));
  });
}
