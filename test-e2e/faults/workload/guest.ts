import type { Fields } from '../history/entries.ts';
import { call, persist } from './call.ts';
import { payIntent, payOnPage } from './card.ts';
import { codeOf } from './mail.ts';
import { anyResource, anyStay, pause } from './world.ts';
import type { Client, Tenant } from './world.ts';

interface Held {
  readonly id: string;
  readonly endsAt: number;
}

export const keepReservation = (body: Fields, headers: Headers): Fields => {
  const { id, state, resourceId, startsAt, endsAt, totalMinorUnits, holdExpiresAt, quantity } = body;
  const replayed = headers.get('idempotent-replayed') === 'true';
  return {
    id,
    state,
    resourceId,
    startsAt,
    endsAt,
    totalMinorUnits,
    holdExpiresAt,
    quantity: quantity ?? 1,
    replayed,
  };
};

/** One stay, from the search to the confirmation, with all the ways to leave in between. */
export async function beGuest(client: Client, tenant: Tenant): Promise<void> {
  const { random } = client;
  const held = await takeHold(client, tenant);
  if (held === undefined) return;
  const way = random.int(1, 100);
  if (way <= 10) return;
  if (way <= 15) return confirmUnpaid(client, tenant, held.id);
  if (way <= 22) return cancel(client, tenant, held.id);
  const verified = random.chance(0.4) ? verify(client, tenant, held.id) : Promise.resolve(undefined);
  if (way <= 40) await payAtCheckout(client, tenant, held);
  else await payByIntent(client, tenant, held);
  const token = await verified;
  if (token !== undefined) await confirm(client, tenant, held.id, token);
  if (random.chance(0.15)) await cancel(client, tenant, held.id);
}

async function takeHold(client: Client, tenant: Tenant): Promise<Held | undefined> {
  const { random } = client;
  const resource = anyResource(client, tenant);
  const { from, to } = anyStay(random);
  const publicly = random.chance(0.15);
  const quoted = await call(client, tenant, {
    op: 'quote',
    method: 'POST',
    path: '/v1/quotes',
    body: { resourceId: resource.id, ratePlanId: resource.ratePlanId, from, to, partySize: 1 },
    publicly,
    input: { resourceId: resource.id, from, to },
    keep: ({ quoteId }) => ({ quoteId }),
  });
  if (quoted.outcome !== 'ok') return undefined;
  const { signedQuoteToken, quoteId } = quoted.body;
  const request = {
    op: 'hold',
    method: 'POST',
    path: '/v1/holds',
    body: { signedQuoteToken },
    key: random.uuid(),
    publicly,
    input: { resourceId: resource.id, from, to, quoteId },
    keep: keepReservation,
  };
  // A double click, and now and then the same quote under another key.
  if (random.chance(0.2)) void call(client, tenant, request);
  if (random.chance(0.1)) void call(client, tenant, { ...request, key: random.uuid() });
  const placed = await persist(client, tenant, request);
  if (placed.outcome !== 'ok') return undefined;
  const { id, holdExpiresAt } = placed.body;
  tenant.known.bookings.push({ id: String(id), resourceId: resource.id });
  const ends = typeof holdExpiresAt === 'string' ? Date.parse(holdExpiresAt) : Date.now();
  return { id: String(id), endsAt: ends };
}

async function payByIntent(client: Client, tenant: Tenant, held: Held): Promise<void> {
  const { random } = client;
  const opened = await persist(client, tenant, {
    op: 'open-intent',
    method: 'POST',
    path: `/v1/holds/${held.id}/payment-intent`,
    key: random.uuid(),
    input: { id: held.id },
    keep: ({ providerPaymentIntentId, amountMinorUnits }) => ({ providerPaymentIntentId, amountMinorUnits }),
  });
  if (opened.outcome !== 'ok') return;
  await waitToPay(client, held);
  await payIntent(client, tenant, {
    reservationId: held.id,
    intentId: String(opened.body['providerPaymentIntentId']),
  });
}

async function payAtCheckout(client: Client, tenant: Tenant, held: Held): Promise<void> {
  const opened = await persist(client, tenant, {
    op: 'open-checkout',
    method: 'POST',
    path: `/v1/holds/${held.id}/checkout-session`,
    body: { successUrl: 'https://shop.example/thanks', cancelUrl: 'https://shop.example/again' },
    publicly: client.random.chance(0.3),
    input: { id: held.id },
    keep: ({ id, amountMinorUnits }) => ({ sessionId: id, amountMinorUnits }),
  });
  if (opened.outcome !== 'ok') return;
  await waitToPay(client, held);
  await payOnPage(client, tenant, { reservationId: held.id, url: String(opened.body['url']) });
}

/** Most pay at once, some in the last moment, and some too late. */
async function waitToPay({ random }: Client, held: Held): Promise<void> {
  const way = random.int(1, 10);
  if (way <= 6) return pause(random.int(0, 400));
  const wait = held.endsAt - Date.now() + (way <= 8 ? -random.int(50, 1_500) : random.int(0, 1_500));
  await pause(Math.max(0, Math.min(wait, 30_000)));
}

async function verify(client: Client, tenant: Tenant, id: string): Promise<string | undefined> {
  const email = `${client.random.uuid()}@${tenant.marker}.example`;
  const sent = await call(client, tenant, {
    op: 'send-code',
    method: 'POST',
    path: `/v1/holds/${id}/otp`,
    body: { email },
    input: { id, email },
  });
  if (sent.outcome === 'refused') return undefined;
  const code = await codeOf(client, email);
  if (code === undefined) return undefined;
  const verified = await call(client, tenant, {
    op: 'verify-code',
    method: 'POST',
    path: `/v1/holds/${id}/otp/verify`,
    body: { email, code },
    input: { id, email },
  });
  const token = verified.body['guestVerificationToken'];
  return typeof token === 'string' ? token : undefined;
}

/** Must be refused: the guest has not paid. */
async function confirmUnpaid(client: Client, tenant: Tenant, id: string): Promise<void> {
  const token = await verify(client, tenant, id);
  if (token !== undefined) await confirm(client, tenant, id, token);
}

async function confirm(client: Client, tenant: Tenant, id: string, token: string): Promise<void> {
  await persist(
    client,
    tenant,
    {
      op: 'confirm',
      method: 'POST',
      path: `/v1/holds/${id}/confirm`,
      body: { guestVerificationToken: token },
      input: { id },
      keep: keepReservation,
    },
    3,
  );
}

export async function cancel(client: Client, tenant: Tenant, id: string): Promise<void> {
  await call(client, tenant, {
    op: 'cancel',
    method: 'DELETE',
    path: `/v1/bookings/${id}`,
    input: { id, to: 'cancelled' },
    keep: keepReservation,
  });
}
