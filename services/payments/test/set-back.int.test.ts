import { listLostPayments } from '@lodging/contract-payments';
import { eventually } from '@lodging/kit-testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { AMOUNT, createTenant, openPayment, pay } from './open-payment.ts';
import type { Tenant } from './open-payment.ts';
import { waitForEvent } from './published-events.ts';
import { startPayments } from './start-payments.ts';
import type { RunningPayments } from './start-payments.ts';

let payments: RunningPayments;
let tenant: Tenant;

beforeAll(async () => {
  payments = await startPayments();
  tenant = await createTenant(payments);
});
afterAll(() => payments.stop());

async function paid() {
  const handle = await openPayment(payments, tenant);
  await pay(payments, tenant, handle);
  await waitForEvent(payments, handle.reservationId, 'payment.succeeded');
  return { reservationId: handle.reservationId, intentId: handle.providerPaymentIntentId };
}

interface Parked {
  readonly event: string;
  readonly reason: string;
  readonly account: string;
}

const parked = (): Promise<Parked[]> =>
  payments.query<Parked>(
    `SELECT provider_event_id AS event, reason, account_id AS account FROM payments.provider_events
     WHERE state = 'parked' ORDER BY 1`,
  );

/** As after a restore to a moment before the payment: of its time nothing is left. */
async function setBackBefore(reservationId: string, intentId: string): Promise<void> {
  const values = [reservationId];
  for (const table of ['opening_keys', 'refunds', 'payments', 'ledgers'])
    await payments.query(`DELETE FROM payments.${table} WHERE reservation_id = $1`, values);
  await payments.query(`DELETE FROM payments.outbox WHERE aggregate_id = $1`, values);
  await payments.query(
    `DELETE FROM payments.provider_events WHERE notification -> 'subject' ->> 'intentId' = $1`,
    [intentId],
  );
  await payments.query(`UPDATE payments.refund_sweeps SET swept_at = now() - interval '2 hours'`);
}

it('money of a stay that the database lost is parked for an operator, once, and said at doctor; known money is not', async () => {
  const [kept, lost] = [await paid(), await paid()];
  await setBackBefore(lost.reservationId, lost.intentId);
  await payments.restart({ REFUND_SWEEP_SECONDS: '0.3' });
  await eventually('the lost payment is parked', async () => (await parked()).length > 0);
  const expected = [{ event: `swept_${lost.intentId}`, reason: 'payment_lost', account: tenant.accountId }];
  expect(await parked()).toEqual(expected);
  const report = await payments.call(listLostPayments, tenant.id, {});
  expect(report).toMatchObject({
    ok: true,
    value: {
      lostPayments: [
        {
          intentId: lost.intentId,
          tenantId: tenant.id,
          accountId: tenant.accountId,
          amountMinorUnits: AMOUNT,
          currency: 'EUR',
        },
      ],
    },
  });
  const alarms = () =>
    payments.log.lines.filter((line) => line['metric'] === 'payments.notifications.parked');
  expect(alarms()).toHaveLength(1);

  const sweptBefore = await payments.query<{ at: string }>(
    'SELECT max(swept_at)::text AS at FROM payments.refund_sweeps',
  );
  await eventually('another sweep ran', async () => {
    const [now] = await payments.query<{ at: string }>(
      'SELECT max(swept_at)::text AS at FROM payments.refund_sweeps',
    );
    return now?.at !== sweptBefore[0]?.at;
  });
  expect(await parked()).toEqual(expected);
  expect(alarms()).toHaveLength(1);
  expect(kept.intentId).not.toBe(lost.intentId);
}, 60_000);
