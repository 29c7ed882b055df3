import { afterAll, beforeAll, expect, it } from 'vitest';
import { book, weeklyStays, type BookingRequest } from '../harness/bookings.ts';
import { lodging, lodgingJson } from '../harness/command-line.ts';
import type { DemoTenant } from '../harness/demo.ts';
import { eventually } from '../harness/eventually.ts';
import { firingAlerts } from '../harness/firing-alerts.ts';
import { startLodging, type Lodging } from '../harness/lodging.ts';
import { makeLodging, makeTenant, type OwnTenant } from '../harness/own-tenant.ts';
import { recordOutage, recordWell } from '../harness/recorded-metrics.ts';
import { payByCard, provider, untilState } from '../harness/stay.ts';

let copy: Lodging;
let tenant: OwnTenant;
let next: () => BookingRequest;

beforeAll(async () => {
  copy = await startLodging({ RECONCILE_SECONDS: '3', REFUND_SWEEP_SECONDS: '5' });
  tenant = await makeTenant(copy.demo);
  const half = { kind: 'percent', bps: 5_000, of: 'total' };
  const policy = { name: 'Half', afterwards: half, noShow: half };
  expect((await tenant.secret.put('/v1/cancellation-policies/half', policy)).status).toBe(200);
  next = weeklyStays(await makeLodging(tenant.secret, { plan: { cancellationPolicyCode: 'half' } }));
});
afterAll(() => copy.stop());

async function setFault(method: 'POST' | 'DELETE', body?: object): Promise<void> {
  const answer = await fetch(`${copy.demo.stripe.url}/_emulator/faults`, {
    method,
    ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });
  expect(answer.ok, await answer.text()).toBe(true);
}

async function paidBooking(): Promise<{ id: string; intentId: string }> {
  const { booking, payment } = (await book(tenant.secret, next())).body;
  if (payment === null) throw new Error('nothing to pay');
  await payByCard(copy.demo, { accountId: tenant.accountId } as DemoTenant, payment);
  await untilState(tenant.secret, booking.id, 'confirmed', 30_000);
  return { id: booking.id, intentId: payment.providerPaymentIntentId };
}

async function isRefunded(intentId: string): Promise<boolean> {
  const list = { payment_intent: intentId, limit: 10 };
  const { data } = await provider(copy.demo).refunds.list(list, { stripeAccount: tenant.accountId });
  return data.length === 1;
}

const deadLetters = async () =>
  (await lodgingJson<{ deadLetters: unknown[] }>(copy.home, ['dead-letters', 'list'])).deadLetters;

it('an hour without the payment provider pages once and makes no dead letter; then refunds are made by themselves', async () => {
  const paid = [await paidBooking(), await paidBooking()];
  const well = await recordWell(copy.demo, 60);
  await setFault('POST', { effect: 'refuse', count: 0 });
  for (const { id } of paid) {
    const cancelled = await tenant.secret.send('DELETE', `/v1/bookings/${id}`);
    expect(cancelled.status, JSON.stringify(cancelled.body)).toBe(200);
  }
  const without = await recordOutage(copy.demo, 60);
  const ill = await lodging(copy.home, ['doctor']);
  expect(ill.code, ill.out).toBe(1);
  expect(ill.out).toMatch(/^FAIL +payment provider +The payment provider does not answer payments/m);
  expect(await deadLetters()).toEqual([]);
  await setFault('DELETE');
  for (const { intentId } of paid)
    await eventually('the refund is made', () => isRefunded(intentId), { withinMs: 60_000, everyMs: 1_000 });
  // The page inhibits both tickets, by alertmanager.yaml.
  const inhibited = ['ReconcilerFailing ticket', 'ReconcilerFindsMuch ticket'];
  expect(await firingAlerts([well, without])).toEqual([[], ['PaymentProviderFailing page', ...inhibited]]);
}, 300_000);
