import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { book, refund, weeklyStays, type BookingWish, type Refund } from '../harness/bookings.ts';
import type { DemoTenant } from '../harness/demo.ts';
import { eventually } from '../harness/eventually.ts';
import { expectProblem } from '../harness/expect-problem.ts';
import { makeLodging, makeTenant, type OwnTenant } from '../harness/own-tenant.ts';
import { payByCard, untilState, type PaymentHandle } from '../harness/stay.ts';

interface Money {
  penaltyMinorUnits: string | null;
  collectedMinorUnits: string;
  returnedMinorUnits: string;
  dueMinorUnits: string;
  owedMinorUnits: string;
  schedule: { purpose: string; amountMinorUnits: string }[];
  payments: { purpose: string; amountMinorUnits: string; state: string }[];
  refunds: { reason: string; amountMinorUnits: string }[];
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

const pay = (handle: PaymentHandle) => payByCard(demo, { accountId: tenant.accountId } as DemoTenant, handle);
const moneyOf = async (id: string) => (await tenant.secret.get<Money>(`/v1/bookings/${id}/payments`)).body;
const ask = (id: string, body: object = {}, idempotencyKey: string = randomUUID()) =>
  tenant.secret.post<PaymentHandle & { code?: string }>(`/v1/bookings/${id}/payment-intent`, body, {
    idempotencyKey,
  });

async function deposited(): Promise<string> {
  const { booking, payment } = (await book(tenant.secret, next())).body;
  if (payment === null) throw new Error('nothing to pay');
  await pay(payment);
  await untilState(tenant.secret, booking.id, 'confirmed');
  return booking.id;
}

describe('a stay with a deposit that is cancelled at a higher penalty', () => {
  it('keeps the deposit, asks for the rest of the penalty, and is refunded over both payments', async () => {
    const id = await deposited();
    expect(await moneyOf(id)).toMatchObject({
      collectedMinorUnits: '6000',
      dueMinorUnits: '0',
      penaltyMinorUnits: null,
      schedule: [
        { purpose: 'deposit', amountMinorUnits: '6000' },
        { purpose: 'balance', amountMinorUnits: '14000' },
      ],
      payments: [{ purpose: 'deposit', amountMinorUnits: '6000', state: 'succeeded' }],
    });
    // The balance is due later.
    expectProblem(await ask(id), 409, 'nothing_due');
    expect((await tenant.secret.send('DELETE', `/v1/bookings/${id}`)).status).toBe(200);
    expect(await moneyOf(id)).toMatchObject({
      penaltyMinorUnits: '10000',
      collectedMinorUnits: '6000',
      returnedMinorUnits: '0',
      dueMinorUnits: '4000',
      owedMinorUnits: '0',
      refunds: [],
    });
    expectProblem(await ask(id, { amountMinorUnits: '4001' }), 400, 'validation_failed');
    const key = randomUUID();
    const asked = await ask(id, {}, key);
    expect(asked.status, JSON.stringify(asked.body)).toBe(201);
    expect(asked.body.amountMinorUnits).toBe('4000');
    expectProblem(await ask(id), 409, 'payment_already_initiated');
    const replayed = await ask(id, {}, key);
    expect([replayed.status, replayed.headers.get('idempotent-replayed')]).toEqual([200, 'true']);
    expectProblem(await ask(id, { amountMinorUnits: '1' }, key), 409, 'idempotency_key_conflict');
    await pay(asked.body);
    const paid = await eventually('the penalty is paid', async () => {
      const money = await moneyOf(id);
      return money.dueMinorUnits === '0' && money;
    });
    expect(paid).toMatchObject({
      collectedMinorUnits: '10000',
      returnedMinorUnits: '0',
      payments: [
        { purpose: 'deposit' },
        { purpose: 'penalty', amountMinorUnits: '4000', state: 'succeeded' },
      ],
    });
    expectProblem(await ask(id), 409, 'nothing_due');
    const back = await refund(tenant.secret, id, '5000');
    expect(back.status, JSON.stringify(back.body)).toBe(201);
    expect(back.body).toMatchObject({
      amountMinorUnits: '4000',
      others: [{ amountMinorUnits: '1000' }],
    } as Partial<Refund>);
    expect((await refund(tenant.secret, id)).body.amountMinorUnits).toBe('5000');
    expect(await moneyOf(id)).toMatchObject({
      returnedMinorUnits: '10000',
      dueMinorUnits: '0',
      owedMinorUnits: '0',
    });
  });

  it('opens one payment from twenty parallel requests', async () => {
    const id = await deposited();
    await tenant.secret.send('DELETE', `/v1/bookings/${id}`);
    const answers = await Promise.all(Array.from({ length: 20 }, () => ask(id)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    for (const answer of answers.filter(({ status }) => status !== 201))
      expectProblem(answer, 409, 'payment_already_initiated');
  });
});
