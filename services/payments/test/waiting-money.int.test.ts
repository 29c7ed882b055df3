import {
  dismissParkedNotification,
  endPayment,
  listParkedNotifications,
  returnPayment,
} from '@lodging/contract-payments';
import { startTelemetry } from '@lodging/kit-runtime';
import { eventually } from '@lodging/kit-testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
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

it('a parked notification is counted, listed until it is dismissed; then it is kept', async () => {
  const tenant = await createTenant(payments);
  const dismiss = (eventId: string) =>
    payments.call(dismissParkedNotification, tenant.id, { eventId, reason: 'refunded by hand' });
  const listed = async () => {
    const list = await payments.call(listParkedNotifications, tenant.id, {});
    return list.ok ? list.value.parkedNotifications.map(({ eventId }) => eventId) : list;
  };
  await becomes('lodging_provider_notifications_parked', 0);
  await payments.query(
    `INSERT INTO provider_events (account_id, provider_event_id, type, notification, state, reason, settled_at)
     VALUES ('acct_1', 'evt_1', 'payment_intent.succeeded', '{"subject": {"intentId": "pi_1"}, "livemode": true}',
              'parked', 'amount_mismatch', now()),
            ('acct_1', 'evt_2', 'account.updated', '{}', 'parked', 'account_missing', now() - interval '40 days')`,
  );
  await becomes('lodging_provider_notifications_parked', 2);
  expect(await listed()).toEqual(['evt_2', 'evt_1']);
  expect(await dismiss('evt_1')).toMatchObject({
    ok: true,
    value: {
      eventId: 'evt_1',
      accountId: 'acct_1',
      livemode: true,
      intentId: 'pi_1',
      reason: 'amount_mismatch',
    },
  });
  await becomes('lodging_provider_notifications_parked', 1);
  expect(await listed()).toEqual(['evt_2']);
  expect(await dismiss('evt_1')).toMatchObject({
    ok: false,
    refusal: { code: 'parked_notification_not_found' },
  });
  const kept = `SELECT state, dismissed_reason AS why FROM provider_events WHERE provider_event_id = 'evt_1'`;
  expect(await payments.query(kept)).toEqual([{ state: 'parked', why: 'refunded by hand' }]);
});
