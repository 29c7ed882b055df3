import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { book, bookedOffline, move, refund, weeklyStays, type BookingRequest } from '../harness/bookings.ts';
import type { Client } from '../harness/client.ts';
import type { DemoTenant } from '../harness/demo.ts';
import { eventually } from '../harness/eventually.ts';
import { expectProblem } from '../harness/expect-problem.ts';
import { makeLodging, makeTenant, type OwnTenant } from '../harness/own-tenant.ts';
import { payByCard, untilState } from '../harness/stay.ts';
import type { BookingPayments as Money, PaymentEntry as Entry } from '../harness/records.ts';

const demo = inject('demo');
const TOTAL = '20000';
let tenant: OwnTenant;
let next: () => BookingRequest;

beforeAll(async () => {
  tenant = await makeTenant(demo);
  next = weeklyStays(await makeLodging(tenant.secret));
});

async function paid(card?: string): Promise<string> {
  const { booking, payment } = (await book(tenant.secret, next())).body;
  if (payment === null) throw new Error('nothing to pay');
  await payByCard(demo, { accountId: tenant.accountId } as DemoTenant, payment, card);
  await untilState(tenant.secret, booking.id, 'confirmed');
  return booking.id;
}
async function moneyOf(id: string, client: Client = tenant.secret): Promise<Money> {
  const answer = await client.get<Money>(`/v1/bookings/${id}/payments`);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
}
const desk = (id: string, body: object, idempotencyKey: string = randomUUID()) =>
  tenant.secret.post<Entry>(`/v1/bookings/${id}/offline-payments`, body, { idempotencyKey });
const intent = (id: string, body: object = {}) =>
  tenant.secret.post<{ code?: string }>(`/v1/bookings/${id}/payment-intent`, body, {
    idempotencyKey: randomUUID(),
  });

describe('the money of a booking', () => {
  it('is what came in and what went back, and each refund says why', async () => {
    const id = await paid();
    expect(await moneyOf(id)).toMatchObject({
      totalMinorUnits: TOTAL,
      retainedMinorUnits: '0',
      penaltyMinorUnits: null,
      collectedMinorUnits: TOTAL,
      returnedMinorUnits: '0',
      dueMinorUnits: '0',
      owedMinorUnits: '0',
      schedule: [{ purpose: 'stay', amountMinorUnits: TOTAL }],
      payments: [{ method: 'card', purpose: 'stay', amountMinorUnits: TOTAL, state: 'succeeded' }],
      refunds: [],
    });
    await refund(tenant.secret, id, '5000');
    const after = await moneyOf(id);
    expect(after).toMatchObject({
      collectedMinorUnits: TOTAL,
      returnedMinorUnits: '5000',
      dueMinorUnits: '0',
    });
    expect(after.refunds).toMatchObject([
      { reason: 'requested', amountMinorUnits: '5000', paymentId: after.payments[0]?.id },
    ]);
    expect(JSON.stringify(after)).not.toContain('secret');
  });

  it('of a booking paid offline is one payment of the method other, and nothing is due', async () => {
    const { id } = await bookedOffline(tenant.secret, next());
    expect(await moneyOf(id)).toMatchObject({
      collectedMinorUnits: TOTAL,
      dueMinorUnits: '0',
      payments: [
        { method: 'other', amountMinorUnits: TOTAL, state: 'succeeded', providerPaymentIntentId: null },
      ],
    });
    expectProblem(await intent(id), 409, 'nothing_due');
    expectProblem(await refund(tenant.secret, id), 409, 'no_succeeded_payment');
    const back = await desk(id, { amountMinorUnits: '7000', method: 'cash', returned: true });
    expect(back.status, JSON.stringify(back.body)).toBe(201);
    expect(await moneyOf(id)).toMatchObject({
      collectedMinorUnits: TOTAL,
      returnedMinorUnits: '7000',
      dueMinorUnits: '0',
    });
    expectProblem(
      await desk(id, { amountMinorUnits: '13001', method: 'cash', returned: true }),
      400,
      'validation_failed',
    );
  });

  it('shows a refund that failed at the bank, and the event says so', async () => {
    const id = await paid('pm_card_refundFail');
    await refund(tenant.secret, id);
    const failed = await eventually('the refund has failed', async () => {
      const { refunds } = await moneyOf(id);
      return refunds[0]?.state === 'failed' && refunds[0];
    });
    expect(await moneyOf(id)).toMatchObject({ returnedMinorUnits: '0', owedMinorUnits: '0' });
    const events = await eventually('the event is in the log', async () => {
      const page = await tenant.secret.get<{ events: { data: { object: object } }[] }>(
        `/v1/events?reservationId=${id}&type=refund.failed`,
      );
      return page.body.events.length > 0 && page.body.events;
    });
    expect(events[0]?.data.object).toMatchObject({ id: failed.id, state: 'failed', reason: 'requested' });
  });
});

describe('a further payment of a booking', () => {
  it('is refused while nothing is due: paid, held, or not there', async () => {
    expectProblem(await intent(await paid()), 409, 'nothing_due');
    const { booking } = (await book(tenant.secret, next())).body;
    expectProblem(await intent(booking.id), 409, 'nothing_due');
    const elsewhere = { successUrl: 'https://elsewhere.example/a', cancelUrl: 'https://elsewhere.example/b' };
    const session = await tenant.secret.post(`/v1/bookings/${booking.id}/checkout-session`, elsewhere, {
      idempotencyKey: randomUUID(),
    });
    expectProblem(session, 400, 'invalid_redirect_url');
    expectProblem(await intent(randomUUID()), 404, 'booking_not_found');
    expectProblem(await intent(booking.id, { amountMinorUnits: '0' }), 400, 'validation_failed');
    expectProblem(await intent(booking.id, { amountMinorUnits: '1.5' }), 400, 'validation_failed');
    expectProblem(await intent(booking.id, { amountMinorUnits: '9'.repeat(16) }), 409, 'nothing_due');
  });

  it('at the desk is recorded once for its key, also more than is due', async () => {
    const id = await paid();
    const key = randomUUID();
    const payment = { amountMinorUnits: '3000', method: 'transfer', note: 'for the minibar' };
    const answers = await Promise.all(Array.from({ length: 10 }, () => desk(id, payment, key)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    for (const answer of answers.filter(({ status }) => status !== 201)) expect(answer.status).toBe(200);
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expectProblem(
      await desk(id, { ...payment, amountMinorUnits: '3001' }, key),
      409,
      'idempotency_key_conflict',
    );
    expect(await moneyOf(id)).toMatchObject({
      collectedMinorUnits: '23000',
      payments: [{ method: 'card' }, { method: 'transfer', state: 'succeeded' }],
    });
    const tooLarge = { ...payment, amountMinorUnits: '9'.repeat(16) };
    for (const wrong of [
      {},
      { ...payment, method: 'shells' },
      { ...payment, amountMinorUnits: '0' },
      tooLarge,
    ])
      expectProblem(await desk(id, wrong), 400, 'validation_failed');
    await move(tenant.secret, id, 'cancelled');
    expect((await desk(id, payment)).status).toBe(201);
  });
});
