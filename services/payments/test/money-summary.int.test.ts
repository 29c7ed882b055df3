import {
  createRefund,
  recordOfflinePayment,
  settleReservation,
  summarizeMoney,
} from '@lodging/contract-payments';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AMOUNT, createTenant, openPayment, pay } from './open-payment.ts';
import type { Tenant } from './open-payment.ts';
import { waitForEvent } from './published-events.ts';
import { startPayments } from './start-payments.ts';
import type { RunningPayments } from './start-payments.ts';

let payments: RunningPayments;
beforeAll(async () => {
  payments = await startPayments();
});
afterAll(() => payments.stop());

async function paid(tenant: Tenant): Promise<string> {
  const handle = await openPayment(payments, tenant);
  await pay(payments, tenant, handle);
  await waitForEvent(payments, handle.reservationId, 'payment.succeeded');
  return handle.reservationId;
}
async function summaryOf(tenant: Tenant, { startInMinutes = -60 } = {}) {
  const now = Temporal.Now.instant();
  const from = now.add({ minutes: startInMinutes });
  const period = { from: from.toString(), to: from.add({ minutes: 120 }).toString() };
  const answer = await payments.call(summarizeMoney, tenant.id, period);
  if (!answer.ok) throw new Error(answer.refusal.detail);
  return answer.value.totals;
}

describe('summarize-money', () => {
  it('sums what moved in the time: payments, refunds, also of settlements, and money of the desk', async () => {
    const tenant = await createTenant(payments);
    const [one, other] = [await paid(tenant), await paid(tenant)];
    await payments.call(createRefund, tenant.id, { reservationId: one, amountMinorUnits: '500' });
    const desk = { purpose: 'balance', currency: 'EUR', method: 'cash', note: null } as const;
    const record = (amountMinorUnits: string, returned: boolean) =>
      payments.call(recordOfflinePayment, tenant.id, {
        ...desk,
        reservationId: one,
        idempotencyKey: randomUUID(),
        amountMinorUnits,
        returned,
        obligation: { paidOfflineMinorUnits: '0' },
      });
    await record('300', false);
    await record('100', true);
    const terms = { reason: 'cancellation' as const, offlineMinorUnits: '0' };
    const settlement = { ...terms, id: randomUUID(), keepMinorUnits: '4500' };
    await payments.call(settleReservation, tenant.id, { reservationId: other, settlement });
    const more = { ...terms, id: randomUUID(), keepMinorUnits: '99999' };
    await payments.call(settleReservation, tenant.id, { reservationId: one, settlement: more });
    expect(await summaryOf(tenant)).toEqual([
      {
        currency: 'EUR',
        collectedMinorUnits: String(2 * Number(AMOUNT) + 300),
        returnedMinorUnits: String(500 + 100 + Number(AMOUNT) - 4500),
      },
    ]);
  });

  it('leaves out what moved at another time, and what failed', async () => {
    const tenant = await createTenant(payments);
    const handle = await openPayment(payments, tenant);
    await pay(payments, tenant, handle, 'pm_card_refundFail');
    await waitForEvent(payments, handle.reservationId, 'payment.succeeded');
    await payments.call(createRefund, tenant.id, { reservationId: handle.reservationId });
    await waitForEvent(payments, handle.reservationId, 'refund.failed');
    expect(await summaryOf(tenant)).toMatchObject([{ collectedMinorUnits: AMOUNT, returnedMinorUnits: '0' }]);
    expect(await summaryOf(tenant, { startInMinutes: 60 })).toEqual([]);
    expect(await summaryOf(await createTenant(payments))).toEqual([]);
  });
});
