import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { book, bookedOffline, move, refund, weeklyStays } from '../harness/bookings.ts';
import type { BookingRequest } from '../harness/bookings.ts';
import { Client } from '../harness/client.ts';
import type { DemoTenant } from '../harness/demo.ts';
import { eventually } from '../harness/eventually.ts';
import { makeLodging, makeTenant } from '../harness/own-tenant.ts';
import type { OwnTenant } from '../harness/own-tenant.ts';
import { hold, openPayment, payByCard, untilState } from '../harness/stay.ts';
import { expectDelivery, startWebhookReceiver } from '../harness/webhook-receiver.ts';
import type { Received, WebhookReceiver } from '../harness/webhook-receiver.ts';
import { eventsOf, EVERY_TYPE, registered } from '../harness/webhooks.ts';
import type { Booking, PaymentHandle, Registered, Reservation } from '../harness/records.ts';

const demo = inject('demo');
let receiver: WebhookReceiver;
let tenant: OwnTenant;
let endpoint: Registered;
let room: { id: string; ratePlanId: string };
let next: () => BookingRequest;

beforeAll(async () => {
  receiver = await startWebhookReceiver();
  tenant = await makeTenant(demo);
  room = await makeLodging(tenant.secret);
  next = weeklyStays(room);
  endpoint = await registered(tenant.secret, receiver.urlOf('/all'));
});
afterAll(() => receiver.stop());

afterEach(() => {
  for (const received of receiver.received('/all')) {
    expectDelivery(received, endpoint.secret);
    expect(received.body.livemode).toBe(true);
  }
});

const payer = () => ({ accountId: tenant.accountId }) as DemoTenant;

function about({ body }: Received): unknown {
  const { object } = body.data;
  return body.type.startsWith('reservation.') ? object['id'] : object['reservationId'];
}

/** What came about the reservation, in the order of its own series, once all of `types` are there. */
async function arrived(reservationId: string, ...types: string[]): Promise<Received['body'][]> {
  const bodies = await eventually(`${types.join(', ')} of ${reservationId}`, async () => {
    const found = receiver.received('/all').filter((received) => about(received) === reservationId);
    const once = new Map(found.map(({ body }) => [body.id, body]));
    return once.size >= types.length ? [...once.values()] : undefined;
  });
  const inSeries = bodies.toSorted((one, other) => one.sequence - other.sequence);
  expect(inSeries.map(({ type }) => type).toSorted()).toEqual(types.toSorted());
  expect(inSeries.map(({ sequence }) => sequence)).toEqual(types.map((_type, index) => index + 1));
  return inSeries;
}

function objectOf(bodies: readonly Received['body'][], type: string): Record<string, unknown> {
  return bodies.find((body) => body.type === type)?.data.object ?? {};
}

async function bookedToPay(): Promise<{ booking: Booking; payment: PaymentHandle }> {
  const { booking, payment } = (await book(tenant.secret, next())).body;
  if (payment === null) throw new Error('nothing to pay');
  return { booking, payment };
}

/** For the operator alone, or for the read of one booking. */
const NOT_IN_EVENTS = [
  'guestId',
  'guestEmail',
  'guestName',
  'guestPhone',
  'guestLanguage',
  'guestMessage',
  'arrivalTime',
  'notes',
  'moveReason',
  'bill',
  'cancellationPolicy',
  'schedule',
  'cancellation',
  'balanceState',
  'dueAtPropertyMinorUnits',
];

async function withoutGuest(id: string): Promise<Record<string, unknown>> {
  const booking = (await tenant.secret.get(`/v1/bookings/${id}`)).body;
  return Object.fromEntries(Object.entries(booking).filter(([name]) => !NOT_IN_EVENTS.includes(name)));
}

describe('what happens to a stay is sent', () => {
  it('when a hold is made and paid: created, the payment, confirmed', async () => {
    const { partySize, from, to } = next();
    const stay = { resourceId: room.id, ratePlanId: room.ratePlanId, from, to, partySize };
    const held: Reservation = await hold(tenant.secret, stay);
    const [created] = await arrived(held.id, 'reservation.created');
    expect(created?.data.object).toMatchObject(held);
    const { clientSecret: _secret, ...payment } = await openPayment(tenant.secret, held.id);
    await payByCard(demo, payer(), { ...payment, clientSecret: '' });
    await untilState(tenant.secret, held.id, 'confirmed');
    const types = ['reservation.created', 'payment.succeeded', 'reservation.confirmed'];
    const bodies = await arrived(held.id, ...types);
    expect(objectOf(bodies, 'payment.succeeded')).toEqual({ ...payment, state: 'succeeded' });
    expect(objectOf(bodies, 'reservation.confirmed')).toEqual(await withoutGuest(held.id));
    expect(bodies[0]).toEqual(created);
  });

  it('when a booking is paid offline: created and confirmed, both with the record after the call', async () => {
    const requestedStay = { ...next(), guestName: 'Ada Lovelace', guestPhone: '+49 30 1' };
    const { id } = await bookedOffline(tenant.secret, requestedStay);
    const bodies = await arrived(id, 'reservation.created', 'reservation.confirmed');
    for (const { data } of bodies) expect(data.object).toEqual(await withoutGuest(id));
    expect(JSON.stringify(bodies)).not.toMatch(/lovelace|49 30 1/i);
  });

  it.each(['DELETE', 'PATCH'])('when a booking is cancelled with %s', async (method) => {
    const { id } = await bookedOffline(tenant.secret, next());
    const ended =
      method === 'PATCH'
        ? await move(tenant.secret, id, 'cancelled')
        : await tenant.secret.send('DELETE', `/v1/bookings/${id}`);
    expect(ended.status).toBe(200);
    const types = ['reservation.created', 'reservation.confirmed', 'reservation.cancelled'];
    const bodies = await arrived(id, ...types);
    expect(objectOf(bodies, 'reservation.cancelled')).toEqual(await withoutGuest(id));
  });

  it('when a card is declined: failed, and open to another try', async () => {
    const { booking, payment } = await bookedToPay();
    const declined = payByCard(demo, payer(), payment, 'pm_card_chargeDeclined');
    await expect(declined).rejects.toMatchObject({ statusCode: 402 });
    const first = await arrived(booking.id, 'reservation.created', 'payment.failed');
    const { clientSecret: _secret, ...facts } = payment;
    expect(objectOf(first, 'payment.failed')).toEqual({ ...facts, state: 'requires_payment' });
    await payByCard(demo, payer(), payment);
    const types = ['reservation.created', 'payment.failed', 'payment.succeeded', 'reservation.confirmed'];
    await arrived(booking.id, ...types);
  });

  it('when money is refunded', async () => {
    const { booking, payment } = await bookedToPay();
    await payByCard(demo, payer(), payment);
    await untilState(tenant.secret, booking.id, 'confirmed');
    const { body: made } = await refund(tenant.secret, booking.id, '5000');
    const types = ['reservation.created', 'payment.succeeded', 'reservation.confirmed', 'refund.created'];
    expect(objectOf(await arrived(booking.id, ...types), 'refund.created')).toEqual({
      ...made,
      reason: 'requested',
    });
  });

  it('when money that came for a cancelled stay goes back by itself', async () => {
    const { booking, payment } = await bookedToPay();
    const intentId = payment.providerPaymentIntentId;
    const isLate = { effect: 'late', objectId: intentId, types: ['payment_intent.succeeded'], count: 1 };
    await fetch(`${demo.stripe.url}/_emulator/webhooks/rules`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...isLate, delayMs: 3_000 }),
    });
    await payByCard(demo, payer(), payment);
    expect((await move(tenant.secret, booking.id, 'cancelled')).status).toBe(200);
    const types = ['reservation.created', 'reservation.cancelled', 'payment.succeeded', 'refund.created'];
    const given = objectOf(await arrived(booking.id, ...types), 'refund.created');
    expect(given).toMatchObject({ reservationId: booking.id, amountMinorUnits: payment.amountMinorUnits });
  });

  it('in the sandbox with livemode false, and to the sandbox alone', async () => {
    const keys = `/admin/v1/tenants/${tenant.id}/api-keys`;
    const made = await tenant.admin.post<{ key: string }>(keys, { kind: 'secret', mode: 'test' });
    const sandbox = new Client(demo.gatewayUrl, made.body.key);
    const { secret } = await registered(sandbox, receiver.urlOf('/sandbox'));
    const { id } = await bookedOffline(sandbox, weeklyStays(await makeLodging(sandbox))());
    const came = await eventually('both events of the sandbox', async () => {
      const found = receiver.received('/sandbox');
      return found.length === 2 ? found : undefined;
    });
    for (const received of came) {
      expectDelivery(received, secret);
      expect([about(received), received.body.livemode]).toEqual([id, false]);
    }
    expect(receiver.received('/all').some((received) => about(received) === id)).toBe(false);
  });

  it('to those alone who subscribed to its type', async () => {
    const { secret } = await registered(tenant.secret, receiver.urlOf('/some'), ['reservation.cancelled']);
    const { id } = await bookedOffline(tenant.secret, next());
    await move(tenant.secret, id, 'cancelled');
    await arrived(id, 'reservation.created', 'reservation.confirmed', 'reservation.cancelled');
    await eventually('the cancellation', async () => receiver.received('/some').length > 0);
    expect(receiver.received('/some').map(({ body }) => body.type)).toEqual(['reservation.cancelled']);
    for (const received of receiver.received('/some')) expectDelivery(received, secret);
  });
});

describe('GET /v1/events', () => {
  it('has the bodies as they were delivered, in one order, whatever the size of a page', async () => {
    const own = await makeTenant(demo);
    const stays = weeklyStays(await makeLodging(own.secret));
    const { secret } = await registered(own.secret, receiver.urlOf('/log'));
    const ids: string[] = [];
    for (let count = 0; count < 4; count += 1) ids.push((await bookedOffline(own.secret, stays())).id);
    await move(own.secret, ids[0] ?? '', 'cancelled');
    const delivered = await eventually('nine events', async () => {
      const found = receiver.received('/log');
      return found.length === 9 ? found : undefined;
    });
    for (const received of delivered) expectDelivery(received, secret);
    const log = await eventsOf(own.secret);
    const byId = new Map(delivered.map(({ body }) => [body.id, body]));
    expect(log).toEqual(log.map(({ id }) => byId.get(id)));
    const bytes = new Map(delivered.map(({ body, raw }) => [body.id, raw]));
    expect(log.map((event) => JSON.stringify(event))).toEqual(log.map(({ id }) => bytes.get(id)));
    expect(log).toHaveLength(9);
    for (const id of ids) {
      const series = log.filter(({ data }) => data.object['id'] === id).map(({ sequence }) => sequence);
      expect(series).toEqual(series.toSorted((one, other) => one - other));
    }
    for (const limit of [1, 2, 9]) expect(await eventsOf(own.secret, '', limit)).toEqual(log);
    for (const type of EVERY_TYPE) {
      const ofType = log.filter((event) => event.type === type);
      expect(await eventsOf(own.secret, `type=${type}`, 2)).toEqual(ofType);
    }
    const ofOne = log.filter(({ data }) => data.object['id'] === ids[0]);
    expect(ofOne).toHaveLength(3);
    const query = `reservationId=${ids[0]?.toUpperCase()}`;
    expect(await eventsOf(own.secret, query, 2)).toEqual(ofOne);
    expect(await eventsOf(own.secret, `${query}&type=reservation.cancelled`)).toEqual(ofOne.slice(2));
    expect(await eventsOf(tenant.secret, query)).toEqual([]);
    expect(await eventsOf(own.secret, `reservationId=${randomUUID()}`)).toEqual([]);
  });

  it('has events without a subscribed endpoint', async () => {
    const own = await makeTenant(demo);
    const { id } = await bookedOffline(own.secret, weeklyStays(await makeLodging(own.secret))());
    const log = await eventually('both events', async () => {
      const found = await eventsOf(own.secret, `reservationId=${id}`);
      return found.length === 2 ? found : undefined;
    });
    expect(log.map(({ type }) => type)).toEqual(['reservation.created', 'reservation.confirmed']);
  });
});
