import { endPayment, returnPayment } from '@lodging/contract-payments';
import { startTelemetry } from '@lodging/kit-runtime';
import { eventually } from '@lodging/kit-testing';
import { afterAll, beforeAll, it } from 'vitest';
import { createTenant } from './open-payment.ts';
import { payStay } from './pay-stay.ts';
import { startPayments } from './start-payments.ts';
import type { RunningPayments } from './start-payments.ts';

const telemetry = startTelemetry({ name: 'payments', sampleRatio: 0 });
let payments: RunningPayments;

beforeAll(async () => {
  payments = await startPayments({ RECONCILE_SECONDS: '1' });
});
afterAll(async () => {
  await payments.stop();
  await telemetry.stop();
});

async function gauge(name: string): Promise<number> {
  return Number(new RegExp(`^${name}{[^}]*} (\\S+)`, 'm').exec(await telemetry.prometheus())?.[1]);
}
const becomes = (name: string, value: number) =>
  eventually(`${name} is ${value}`, async () => (await gauge(name)) === value, { withinMs: 20_000 });

it('a refund that the provider refused is counted from then until it is paid', async () => {
  const tenant = await createTenant(payments);
  const { reservationId } = await payStay(payments, tenant);
  await becomes('lodging_refunds_unpaid', 0);
  payments.emulator.controls.faults.add({
    effect: 'status',
    status: 400,
    count: 1,
    method: 'POST',
    path: '/v1/refunds',
  });
  await payments.call(endPayment, tenant.id, { reservationId });
  await payments.call(returnPayment, tenant.id, { reservationId, reason: 'late' });
  await becomes('lodging_refunds_unpaid', 1);
  await payments.query(`UPDATE refunds SET checked_at = now() - interval '2 days' WHERE state = 'failed'`);
  await becomes('lodging_refunds_unpaid', 0);
});

it('a notification that was parked is counted for a day', async () => {
  await becomes('lodging_provider_notifications_parked', 0);
  await payments.query(
    `INSERT INTO provider_events (account_id, provider_event_id, type, notification, state, reason, settled_at)
     VALUES ('acct_1', 'evt_1', 'payment_intent.succeeded', '{}', 'parked', 'amount', now()),
            ('acct_1', 'evt_2', 'payment_intent.succeeded', '{}', 'parked', 'amount', now() - interval '25 hours')`,
  );
  await becomes('lodging_provider_notifications_parked', 1);
});
