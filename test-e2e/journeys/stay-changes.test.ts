import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { book, bookedOffline, refund, weeklyStays, type BookingRequest } from '../harness/bookings.ts';
import { openFeed } from '../harness/calendars.ts';
import { Client } from '../harness/client.ts';
import type { DemoTenant } from '../harness/demo.ts';
import { eventually } from '../harness/eventually.ts';
import { expectProblem } from '../harness/expect-problem.ts';
import { makeLodging, makeTenant, type OwnTenant } from '../harness/own-tenant.ts';
import type { Booking, PaymentHandle } from '../harness/records.ts';
import { payByCard, untilState } from '../harness/stay.ts';

interface ChangeQuote {
  changeToken: string;
  difference: { kind: string; amountMinorUnits: string };
  refundMinorUnits: string;
  dueMinorUnits: string;
}
interface Changed {
  booking: Booking;
  change: { id: string; state: string; expiresAt: string | null };
  payment: PaymentHandle | null;
  refunds: { amountMinorUnits: string; state: string }[];
}
interface Money {
  collectedMinorUnits: string;
  returnedMinorUnits: string;
  dueMinorUnits: string;
  owedMinorUnits: string;
  payments: { purpose: string; amountMinorUnits: string; state: string }[];
}

const SHOP = 'https://shop.example';
const demo = inject('demo');
let tenant: OwnTenant;
let room: { id: string; ratePlanId: string };
let other: { id: string; ratePlanId: string };
let next: () => BookingRequest;

beforeAll(async () => {
  tenant = await makeTenant(demo);
  room = await makeLodging(tenant.secret);
  other = await makeLodging(tenant.secret);
  next = weeklyStays(room, Temporal.Now.plainDateISO('UTC').add({ days: 30 }).toString());
});

/** Two nights at 100.00, paid by card. */
async function paidStay(): Promise<{ id: string; stay: BookingRequest }> {
  const stay = next();
  const { booking, payment } = (await book(tenant.secret, stay)).body;
  if (payment === null) throw new Error('nothing to pay');
  await pay(payment);
  await untilState(tenant.secret, booking.id, 'confirmed');
  return { id: booking.id, stay };
}

const pay = (handle: PaymentHandle) => payByCard(demo, { accountId: tenant.accountId } as DemoTenant, handle);
const later = (at: string, days: number) =>
  Temporal.Instant.from(at)
    .add({ hours: 24 * days })
    .toString();
const read = async (id: string) => (await tenant.secret.get<Booking>(`/v1/bookings/${id}`)).body;
const moneyOf = async (id: string) => (await tenant.secret.get<Money>(`/v1/bookings/${id}/payments`)).body;
const changesOf = async (id: string) =>
  (await tenant.secret.get<{ changes: { state: string }[] }>(`/v1/bookings/${id}/changes`)).body.changes;

async function quoteChange(id: string, changes: object): Promise<ChangeQuote> {
  const answer = await tenant.secret.post<ChangeQuote>(`/v1/bookings/${id}/change-quotes`, changes);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
}

const apply = ({ changeToken }: ChangeQuote, id: string, more: object = {}, idempotencyKey = randomUUID()) =>
  tenant.secret.create<Changed>(`/v1/bookings/${id}/changes`, { changeToken, ...more }, { idempotencyKey });

async function changed(id: string, changes: object, more: object = {}): Promise<Changed> {
  const answer = await apply(await quoteChange(id, changes), id, more);
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body;
}

async function isFree(resourceId: string, from: string, to: string): Promise<boolean> {
  const query = new URLSearchParams({ resource_id: resourceId, from, to, party_size: '1' });
  const { body } = await tenant.secret.get<{ available: boolean }>(`/v1/availability?${query}`);
  return body.available;
}

describe('a stay that is changed', () => {
  it('waits for the payment of a further night, which no other guest can have, and is then longer', async () => {
    const { id, stay } = await paidStay();
    const to = later(stay.to, 1);
    const quoted = await quoteChange(id, { to });
    expect(quoted).toMatchObject({
      difference: { kind: 'charge', amountMinorUnits: '10000' },
      dueMinorUnits: '10000',
    });
    const { change, payment, booking } = (await apply(quoted, id)).body;
    expect(change.state).toBe('awaiting_payment');
    expect(booking.endsAt).toBe((await read(id)).endsAt);
    expect(await isFree(room.id, stay.to, to)).toBe(false);
    if (payment === null) throw new Error('nothing to pay');
    await pay(payment);
    const applied = await eventually('the change is applied', async () => {
      const [first] = await changesOf(id);
      return first?.state === 'applied' ? read(id) : undefined;
    });
    expect(applied.totalMinorUnits).toBe('30000');
    expect(Temporal.Instant.from(applied.endsAt).epochMilliseconds).toBe(
      Temporal.Instant.from(to).epochMilliseconds,
    );
    expect(await moneyOf(id)).toMatchObject({
      collectedMinorUnits: '30000',
      dueMinorUnits: '0',
      owedMinorUnits: '0',
      payments: [
        { purpose: 'stay', amountMinorUnits: '20000' },
        { purpose: 'change', amountMinorUnits: '10000', state: 'succeeded' },
      ],
    });
  });

  it('can be paid on a page until it is given up, and the page says what the change costs', async () => {
    const { id, stay } = await paidStay();
    const account = {
      mode: 'live',
      provider: 'stripe',
      accountId: tenant.accountId,
      redirectOrigins: [SHOP],
    };
    await tenant.admin.put(`/admin/v1/tenants/${tenant.id}/payment-account`, account);
    const urls = { successUrl: `${SHOP}/paid`, cancelUrl: `${SHOP}/not-paid` };
    const openPage = () => tenant.secret.create<{ url: string }>(`/v1/bookings/${id}/checkout-session`, urls);
    expectProblem(await openPage(), 409, 'nothing_due');
    const { change } = (await apply(await quoteChange(id, { to: later(stay.to, 1) }), id)).body;
    const page = await openPage();
    expect(page.status, JSON.stringify(page.body)).toBe(201);
    expect(page.body).toMatchObject({ url: expect.any(String), amountMinorUnits: '10000' });
    await tenant.secret.send('DELETE', `/v1/bookings/${id}/changes/${change.id}`);
    expectProblem(await openPage(), 409, 'nothing_due');
  });

  it('returns what it costs less, and the night is free', async () => {
    const { id, stay } = await paidStay();
    const to = later(stay.to, -1);
    const { change, payment } = await changed(id, { to });
    expect(change.state).toBe('applied');
    expect(payment).toBeNull();
    await eventually('the difference is returned', async () =>
      (await moneyOf(id)).returnedMinorUnits === '10000' ? true : undefined,
    );
    expect(await moneyOf(id)).toMatchObject({ dueMinorUnits: '0', owedMinorUnits: '0' });
    expect(await isFree(room.id, later(stay.from, 1), stay.to)).toBe(true);
  });

  it('moves to another room under one UID, gone from the feed of the old one', async () => {
    const stay = next();
    const { id } = await bookedOffline(tenant.secret, stay);
    const [before, after] = [await openFeed(tenant.secret, room.id), await openFeed(tenant.secret, other.id)];
    const anyone = new Client(demo.gatewayUrl);
    const textOf = async (token: string) => (await anyone.get<string>(`/v1/feeds/${token}.ics`)).body;
    const uid = /UID:(.*)/.exec(await textOf(before.token))?.[0] ?? 'none';
    expect(await textOf(before.token)).toContain(uid);
    const { change } = await changed(id, { resourceId: other.id, ratePlanId: other.ratePlanId });
    expect(change.state).toBe('applied');
    await eventually('the feed has it', async () =>
      (await textOf(after.token)).includes('UID:') ? true : undefined,
    );
    const uidsOf = (text: string) => [...text.matchAll(/UID:(.*)/g)].map(([line]) => line.trim());
    const own = uidsOf(await textOf(after.token));
    expect(own).toHaveLength(1);
    expect(await textOf(after.token)).toContain('SEQUENCE:1');
    expect(uidsOf(await textOf(before.token))).not.toContain(own[0]);
    expect(await isFree(room.id, stay.from, stay.to)).toBe(true);
    expect(await isFree(other.id, stay.from, stay.to)).toBe(false);
  });

  it('stays as it is where another stay has the night, and while its change is given up', async () => {
    const { id, stay } = await paidStay();
    const to = later(stay.to, 1);
    const quoted = await quoteChange(id, { to });
    const taken = { ...stay, from: later(stay.from, 2), to: later(stay.to, 1) };
    const blocking = await bookedOffline(tenant.secret, taken);
    expectProblem(await apply(quoted, id), 409, 'booking_conflict');
    expect((await read(id)).totalMinorUnits).toBe('20000');
    expect((await tenant.secret.send('DELETE', `/v1/bookings/${blocking.id}`)).status).toBe(200);
    const { change, payment } = await changed(id, { to });
    expect(await isFree(room.id, stay.to, to)).toBe(false);
    const ended = await tenant.secret.send('DELETE', `/v1/bookings/${id}/changes/${change.id}`);
    expect(ended.status).toBe(204);
    expect(await isFree(room.id, stay.to, to)).toBe(true);
    if (payment === null) throw new Error('nothing to pay');
    await expect(pay(payment)).rejects.toThrow();
    expect(await moneyOf(id)).toMatchObject({ collectedMinorUnits: '20000', dueMinorUnits: '0' });
  });

  it('has what it left to be paid due, and can be paid then', async () => {
    const { id, stay } = await paidStay();
    const { change } = await changed(id, { to: later(stay.to, 1) }, { settle: 'later' });
    expect(change.state).toBe('applied');
    expect(await moneyOf(id)).toMatchObject({ dueMinorUnits: '10000' });
    const handle = await tenant.secret.create<PaymentHandle>(`/v1/bookings/${id}/payment-intent`);
    expect(handle.status, JSON.stringify(handle.body)).toBe(201);
    await pay(handle.body);
    await eventually('nothing is due', async () =>
      (await moneyOf(id)).dueMinorUnits === '0' ? true : undefined,
    );
    expect((await moneyOf(id)).payments.map(({ purpose }) => purpose)).toEqual(['stay', 'change']);
  });

  it('is paid what it adds after a refund by choice: one amount, wherever it stands', async () => {
    const { id, stay } = await paidStay();
    expect((await refund(tenant.secret, id, '5000')).status).toBe(201);
    const quoted = await quoteChange(id, { to: later(stay.to, 1) });
    expect(quoted).toMatchObject({ dueMinorUnits: '10000', refundMinorUnits: '0' });
    const { booking } = (await apply(quoted, id, { settle: 'later' })).body;
    expect(booking).toMatchObject({ schedule: [{}, { purpose: 'change', amountMinorUnits: '10000' }] });
    expect(await moneyOf(id)).toMatchObject({ returnedMinorUnits: '5000', dueMinorUnits: '10000' });
    const wanted = { amountMinorUnits: '10000' };
    const handle = await tenant.secret.create<PaymentHandle>(`/v1/bookings/${id}/payment-intent`, wanted);
    expect(handle.status, JSON.stringify(handle.body)).toBe(201);
    await pay(handle.body);
    await eventually('nothing is due', async () =>
      (await moneyOf(id)).dueMinorUnits === '0' ? true : undefined,
    );
  });

  it('keeps the ages of its children: taxes and the further night cost what they cost', async () => {
    const { secret } = tenant;
    const family = { code: 'FAMILY', name: 'Family room', maxOccupancy: 4, maxAdults: 2, maxChildren: 2 };
    const { body: type } = await secret.post<{ id: string }>('/v1/room-types', family);
    const children = [{ fromAge: 6, toAge: 17, amountMinorUnits: '1500' }];
    const occupancy = { includedAdults: 2, extraAdultMinorUnits: '3000', children };
    const { id: resourceId, ratePlanId } = await makeLodging(secret, {
      roomTypeId: type.id,
      capacity: 4,
      pricing: { occupancy },
    });
    const rule = { name: 'City tax', kind: 'tax', basis: 'per_person_per_night', amountMinorUnits: '300' };
    const bands = { ageBands: [{ fromAge: 0, toAge: 11, amountMinorUnits: '0' }] };
    const scope = { currency: 'EUR', appliesTo: { resourceIds: [resourceId] } };
    expect((await secret.put('/v1/tax-rules/CITY', { ...rule, ...bands, ...scope })).status).toBe(200);
    const stay = { ...next(), resourceId, ratePlanId, partySize: 3, occupancyChildren: 1, childAges: [14] };
    const { id, totalMinorUnits } = await bookedOffline(secret, stay);
    expect(totalMinorUnits).toBe('24800');
    const longer = await quoteChange(id, { to: later(stay.to, 1) });
    expect(longer.difference).toEqual({ kind: 'charge', amountMinorUnits: '12400' });
    expect((await changed(id, { to: later(stay.to, 1) }, { settle: 'later' })).booking.totalMinorUnits).toBe(
      '37200',
    );
    const sameParty = { occupancyChildren: 1, childAges: [14] };
    const refused = await secret.post(`/v1/bookings/${id}/change-quotes`, sameParty);
    expectProblem(refused, 400, 'no_change');
    const younger = await quoteChange(id, { occupancyChildren: 1, childAges: [8] });
    expect(younger.difference).toEqual({ kind: 'refund', amountMinorUnits: '900' });
  });

  it('is one change for a repeated request', async () => {
    const { id, stay } = await paidStay();
    const quoted = await quoteChange(id, { to: later(stay.to, -1) });
    const key = randomUUID();
    const first = await apply(quoted, id, {}, key);
    const again = await apply(quoted, id, {}, key);
    expect([first.status, again.status]).toEqual([201, 200]);
    expect(again.body.change.id).toBe(first.body.change.id);
    expect(await changesOf(id)).toHaveLength(1);
  });
});
