import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { refund } from '../harness/bookings.ts';
import { makeDepositTenant } from '../harness/deposits.ts';
import type { DepositTenant } from '../harness/deposits.ts';
import { eventually } from '../harness/eventually.ts';
import { expectProblem } from '../harness/expect-problem.ts';
import type { BookingPayments as Money, PaymentHandle, Refund } from '../harness/records.ts';

let tenant: DepositTenant;
beforeAll(async () => {
  tenant = await makeDepositTenant(inject('demo'));
});

const moneyOf = async (id: string) => (await tenant.secret.get<Money>(`/v1/bookings/${id}/payments`)).body;
const requestPayment = (id: string, body: object = {}, idempotencyKey: string = randomUUID()) =>
  tenant.secret.post<PaymentHandle & { code?: string }>(`/v1/bookings/${id}/payment-intent`, body, {
    idempotencyKey,
  });

describe('a stay with a deposit that is cancelled at a higher penalty', () => {
  it('keeps the deposit, asks for the rest of the penalty, and is refunded over both payments', async () => {
    const id = await tenant.deposited();
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
    expectProblem(await requestPayment(id), 409, 'nothing_due');
    expect((await tenant.secret.send('DELETE', `/v1/bookings/${id}`)).status).toBe(200);
    expect(await moneyOf(id)).toMatchObject({
      penaltyMinorUnits: '10000',
      collectedMinorUnits: '6000',
      returnedMinorUnits: '0',
      dueMinorUnits: '4000',
      owedMinorUnits: '0',
      refunds: [],
    });
    expectProblem(await requestPayment(id, { amountMinorUnits: '4001' }), 400, 'validation_failed');
    const key = randomUUID();
    const requested = await requestPayment(id, {}, key);
    expect(requested.status, JSON.stringify(requested.body)).toBe(201);
    expect(requested.body.amountMinorUnits).toBe('4000');
    expectProblem(await requestPayment(id), 409, 'payment_already_initiated');
    const replayed = await requestPayment(id, {}, key);
    expect([replayed.status, replayed.headers.get('idempotent-replayed')]).toEqual([200, 'true']);
    expectProblem(await requestPayment(id, { amountMinorUnits: '1' }, key), 409, 'idempotency_key_conflict');
    await tenant.pay(requested.body);
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
    expectProblem(await requestPayment(id), 409, 'nothing_due');
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
    const id = await tenant.deposited();
    await tenant.secret.send('DELETE', `/v1/bookings/${id}`);
    const answers = await Promise.all(Array.from({ length: 20 }, () => requestPayment(id)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    for (const answer of answers.filter(({ status }) => status !== 201))
      expectProblem(answer, 409, 'payment_already_initiated');
  });
});
