import { randomUUID } from 'node:crypto';
import { beforeAll, expect, inject, it } from 'vitest';
import { refund } from '../harness/bookings.ts';
import { makeDepositTenant } from '../harness/deposits.ts';
import type { DepositTenant } from '../harness/deposits.ts';
import { eventually } from '../harness/eventually.ts';
import type { BookingWithTerms as Booking } from '../harness/records.ts';

let tenant: DepositTenant;
beforeAll(async () => {
  tenant = await makeDepositTenant(inject('demo'));
});

const read = async (id: string) => (await tenant.secret.get<Booking>(`/v1/bookings/${id}`)).body;
const desk = async (id: string, amountMinorUnits: string) => {
  const body = { amountMinorUnits, method: 'cash' };
  const path = `/v1/bookings/${id}/offline-payments`;
  const answer = await tenant.secret.post(path, body, { idempotencyKey: randomUUID() });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
};

it('a balance is paid by the rest of the price, though a part of the deposit was refunded by choice', async () => {
  const id = await tenant.deposited();
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
  const id = await tenant.deposited();
  expect((await refund(tenant.secret, id, '2500')).status).toBe(201);
  expect((await tenant.secret.send('DELETE', `/v1/bookings/${id}`)).status).toBe(200);
  const before = await read(id);
  expect(before.cancellation).toMatchObject({ keptMinorUnits: '3500', dueMinorUnits: '6500' });
  await desk(id, '6500');
  const after = await read(id);
  expect(after.cancellation).toMatchObject({ keptMinorUnits: '10000', dueMinorUnits: '0' });
  expect(after.version).toBe(before.version + 1);
});
