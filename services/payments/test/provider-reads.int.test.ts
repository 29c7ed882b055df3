import { checkPayment } from '@lodging/contract-payments';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openSession, payInBrowser } from './checkout-session.ts';
import { createTenant, openPayment, pay } from './open-payment.ts';
import type { Tenant } from './open-payment.ts';
import { waitForEvent } from './published-events.ts';
import { startPayments } from './start-payments.ts';
import type { RunningPayments } from './start-payments.ts';

let payments: RunningPayments;
let tenant: Tenant;

beforeAll(async () => {
  payments = await startPayments();
  await payments.addReplica();
  tenant = await createTenant(payments);
});
afterAll(() => payments.stop());
afterEach(() => {
  payments.emulator.controls.faults.clear();
  payments.emulator.controls.notifications.rules.clear();
});

/** When the provider got requests for the object, oldest first. */
function readsOf(objectId: string): number[] {
  return payments.emulator.controls
    .requests()
    .filter(({ method, path }) => method === 'GET' && path.endsWith(objectId))
    .map(({ at }) => Date.parse(at))
    .toSorted((one, other) => one - other);
}

async function checkedState(reservationId: string): Promise<string> {
  const answer = await payments.call(checkPayment, tenant.id, { reservationId });
  return answer.ok ? answer.value.state : answer.refusal.code;
}

describe('two processes that confirm one payment', () => {
  it('read it from the provider at most once in two seconds, however many requests there are', async () => {
    payments.emulator.controls.notifications.rules.add({ effect: 'drop' });
    const handle = await openPayment(payments, tenant);
    const reads = () => readsOf(handle.providerPaymentIntentId);
    const states = new Set<string>();
    const beganAt = Date.now();
    while (reads().length < 3) {
      const answers = Array.from({ length: 20 }, () => checkedState(handle.reservationId));
      for (const state of await Promise.all(answers)) states.add(state);
    }
    // Each read begins two seconds after the one before, wherever that was; rounded to milliseconds.
    expect((reads()[2] ?? 0) - beganAt).toBeGreaterThanOrEqual(3_998);
    expect([...states]).toEqual(['requires_payment']);
  });

  it('know of a success at once where none of them has read it before', async () => {
    payments.emulator.controls.notifications.rules.add({ effect: 'drop' });
    const handle = await openPayment(payments, tenant);
    await pay(payments, tenant, handle);
    expect(await checkedState(handle.reservationId)).toBe('succeeded');
    const session = await openSession(payments, tenant);
    await payInBrowser(session.url);
    expect(await checkedState(session.reservationId)).toBe('succeeded');
    await waitForEvent(payments, session.reservationId, 'payment.succeeded');
    expect(await checkedState(session.reservationId)).toBe('succeeded');
    expect(readsOf(handle.providerPaymentIntentId)).toHaveLength(1);
  });

  it('know of a success that a notification reports, without another read', async () => {
    const handle = await openPayment(payments, tenant);
    expect(await checkedState(handle.reservationId)).toBe('requires_payment');
    await pay(payments, tenant, handle);
    await waitForEvent(payments, handle.reservationId, 'payment.succeeded');
    expect(await checkedState(handle.reservationId)).toBe('succeeded');
    expect(readsOf(handle.providerPaymentIntentId)).toHaveLength(1);
  });

  it('report no payment as open where the provider did not answer', async () => {
    const handle = await openPayment(payments, tenant);
    payments.emulator.controls.faults.add({ effect: 'status', status: 503, count: 0 });
    for (let tried = 0; tried < 2; tried += 1)
      await expect(checkedState(handle.reservationId)).rejects.toThrow('unavailable');
    payments.emulator.controls.faults.clear();
  });
});
