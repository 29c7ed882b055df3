import { randomUUID } from 'node:crypto';
import { beforeAll, expect, inject, it } from 'vitest';
import { book, refund, weeklyStays, type BookingWish } from '../harness/bookings.ts';
import type { DemoTenant } from '../harness/demo.ts';
import { eventually } from '../harness/eventually.ts';
import { makeLodging, makeTenant, type OwnTenant } from '../harness/own-tenant.ts';
import { payByCard, untilState } from '../harness/stay.ts';

interface Booking {
  version: number;
  balanceState: string;
  cancellation: { keptMinorUnits: string; dueMinorUnits: string } | null;
}

const demo = inject('demo');
let tenant: OwnTenant;
let next: () => BookingWish;

beforeAll(async () => {
  tenant = await makeTenant(demo);
  const room = await makeLodging(tenant.secret);
  next = weeklyStays(room);
  const half = { kind: 'percent', bps: 5_000, of: 'total' };
  const policy = { name: 'Half', steps: [], afterwards: half, noShow: half };
  expect((await tenant.secret.put('/v1/cancellation-policies/half', policy)).status).toBe(200);
  const { body } = await tenant.secret.get<{ ratePlans: { code: string; name: string; currency: string }[] }>(
    `/v1/resources/${room.id}/rates`,
  );
  const ratePlans = body.ratePlans.map(({ code, name, currency }) => ({
    code,
    name,
    currency,
    cancellationPolicyCode: 'half',
    deposit: { percentBps: 3_000, balanceDueDaysBefore: 7 },
  }));
  expect((await tenant.secret.put(`/v1/resources/${room.id}/rates`, { ratePlans })).status).toBe(200);
});

const read = async (id: string) => (await tenant.secret.get<Booking>(`/v1/bookings/${id}`)).body;
const desk = async (id: string, amountMinorUnits: string) => {
  const body = { amountMinorUnits, method: 'cash' };
  const path = `/v1/bookings/${id}/offline-payments`;
  const answer = await tenant.secret.post(path, body, { idempotencyKey: randomUUID() });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
};

/** 6000 of 20000 were paid. */
async function deposited(): Promise<string> {
  const { booking, payment } = (await book(tenant.secret, next())).body;
  if (payment === null) throw new Error('nothing to pay');
  await payByCard(demo, { accountId: tenant.accountId } as DemoTenant, payment);
  await untilState(tenant.secret, booking.id, 'confirmed');
  return booking.id;
}

it('a balance is paid by the rest of the price, though a part of the deposit was given back by choice', async () => {
  const id = await deposited();
  expect((await refund(tenant.secret, id, '2500')).status).toBe(201);
  await desk(id, '13999');
  expect(await read(id)).toMatchObject({ balanceState: 'scheduled' });
  await desk(id, '1');
  const paid = await eventually('the balance is paid', async () => {
    const booking = await read(id);
    return booking.balanceState === 'paid' && booking;
  });
  expect(paid.version).toBeGreaterThan(1);
  const money = await tenant.secret.get(`/v1/bookings/${id}/payments`);
  expect(money.body).toMatchObject({
    collectedMinorUnits: '20000',
    returnedMinorUnits: '2500',
    dueMinorUnits: '0',
  });
});

it('what the desk takes for a penalty is in the cancellation of the booking at once', async () => {
  const id = await deposited();
  expect((await refund(tenant.secret, id, '2500')).status).toBe(201);
  expect((await tenant.secret.send('DELETE', `/v1/bookings/${id}`)).status).toBe(200);
  const before = await read(id);
  expect(before.cancellation).toMatchObject({ keptMinorUnits: '3500', dueMinorUnits: '6500' });
  await desk(id, '6500');
  const after = await read(id);
  expect(after.cancellation).toMatchObject({ keptMinorUnits: '10000', dueMinorUnits: '0' });
  expect(after.version).toBe(before.version + 1);
});
