import { randomInt, randomUUID } from 'node:crypto';
import Stripe from 'stripe';
import { expect } from 'vitest';
import type { Answer, Client } from './client.ts';
import type { Demo, DemoResource, DemoTenant } from './demo.ts';
import { eventually } from './eventually.ts';
import type { PaymentHandle, Quote, Reservation } from './records.ts';

export interface RequestedStay {
  resourceId: string;
  ratePlanId?: string;
  from: string;
  to: string;
  partySize: number;
}

/** A window that no other journey of this run uses, within two years. */
export function freeWindow(nights = 2): { from: string; to: string } {
  const start = Temporal.Now.plainDateISO('UTC').add({ days: 30 + randomInt(600) });
  return { from: `${start}T15:00:00Z`, to: `${start.add({ days: nights })}T10:00:00Z` };
}

export function requestedStayFor(
  resource: DemoResource,
  window = freeWindow(),
  partySize = 1,
): RequestedStay {
  const plan = resource.ratePlans[0];
  return {
    resourceId: resource.id,
    ...window,
    partySize,
    ...(plan === undefined ? {} : { ratePlanId: plan.id }),
  };
}

export function resourceOf(tenant: DemoTenant, kind: DemoResource['kind']): DemoResource {
  const found = tenant.resources.find((resource) => resource.kind === kind);
  if (found === undefined) throw new Error(`the demo has no ${kind}`);
  return found;
}

export async function quote(client: Client, requestedStay: RequestedStay): Promise<Quote> {
  const answer = await client.post<Quote>('/v1/quotes', requestedStay);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
}

export async function hold(
  client: Client,
  requestedStay: RequestedStay,
  idempotencyKey = randomUUID(),
): Promise<Reservation> {
  const { signedQuoteToken } = await quote(client, requestedStay);
  const answer = await client.post<Reservation>('/v1/holds', { signedQuoteToken }, { idempotencyKey });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body;
}

/** Finds a stay that is free on the resource (other journeys book too) and holds it. */
export async function holdSomewhere(
  client: Client,
  resource: DemoResource,
  nights = 2,
): Promise<{ requestedStay: RequestedStay; reservation: Reservation }> {
  return eventually(`a free stay at ${resource.name}`, async () => {
    const requestedStay = requestedStayFor(resource, freeWindow(nights));
    const quoted = await client.post<Quote>('/v1/quotes', requestedStay);
    if (quoted.status === 409) return undefined;
    expect(quoted.status, JSON.stringify(quoted.body)).toBe(200);
    const placed = await client.create<Reservation>('/v1/holds', {
      signedQuoteToken: quoted.body.signedQuoteToken,
    });
    if (placed.status === 409) return undefined;
    expect(placed.status, JSON.stringify(placed.body)).toBe(201);
    return { requestedStay, reservation: placed.body };
  });
}

export async function codeFromMail(demo: Demo, address: string): Promise<string> {
  return eventually(`the code for ${address} arrives by mail`, async () => {
    const list = (await (await fetch(`${demo.mail.url}/api/v1/messages?limit=200`)).json()) as {
      messages: { ID: string; To: { Address: string }[] }[];
    };
    const found = list.messages.find((message) => message.To.some((to) => to.Address === address));
    if (found === undefined) return undefined;
    const mail = (await (await fetch(`${demo.mail.url}/api/v1/message/${found.ID}`)).json()) as {
      Text: string;
    };
    return /\b\d{6}\b/.exec(mail.Text)?.[0];
  });
}

export async function verifyGuest(demo: Demo, client: Client, reservationId: string): Promise<string> {
  const email = `guest-${randomUUID()}@example.test`;
  const sent = await client.post(`/v1/holds/${reservationId}/otp`, { email });
  expect(sent.status, JSON.stringify(sent.body)).toBe(200);
  const code = await codeFromMail(demo, email);
  const verified = await client.post<{ guestVerificationToken: string }>(
    `/v1/holds/${reservationId}/otp/verify`,
    {
      email,
      code,
    },
  );
  expect(verified.status, JSON.stringify(verified.body)).toBe(200);
  return verified.body.guestVerificationToken;
}

export async function openPayment(client: Client, reservationId: string): Promise<PaymentHandle> {
  const answer = await client.create<PaymentHandle>(`/v1/holds/${reservationId}/payment-intent`);
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body;
}

export function provider(demo: Demo): Stripe {
  const url = new URL(demo.stripe.url);
  return new Stripe(demo.stripe.secretKey, {
    host: url.hostname,
    port: Number(url.port),
    protocol: 'http',
    maxNetworkRetries: 0,
  });
}

/** Pays by card, as the guest's browser does with the client secret. */
export function payByCard(
  demo: Demo,
  tenant: DemoTenant,
  handle: PaymentHandle,
  paymentMethod = 'pm_card_visa',
): Promise<Stripe.PaymentIntent> {
  return provider(demo).paymentIntents.confirm(
    handle.providerPaymentIntentId,
    { payment_method: paymentMethod },
    { stripeAccount: tenant.accountId },
  );
}

export function confirm(
  client: Client,
  reservationId: string,
  guestVerificationToken: string,
): Promise<Answer<Reservation>> {
  return client.post<Reservation>(`/v1/holds/${reservationId}/confirm`, { guestVerificationToken });
}

export async function untilState(
  secret: Client,
  reservationId: string,
  state: string,
  withinMs = 20_000,
): Promise<void> {
  let last = '';
  await eventually(
    `the booking ${reservationId} becomes ${state}`,
    async () => {
      const answer = await secret.get<Reservation>(`/v1/bookings/${reservationId}`);
      last = answer.body.state;
      return last === state;
    },
    { withinMs },
  ).catch((error: unknown) => {
    throw new Error(`${String(error)} (last seen: ${last})`);
  });
}
