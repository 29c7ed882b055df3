import { openCheckoutSession, openDueIntent, openIntent, checkPayment } from '@lodging/contract-payments';
import { eventually } from '@lodging/kit-testing';
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { buildSessionRequest, openSession, payInBrowser, readSession } from './checkout-session.ts';
import { buildIntentRequest, openPayment, pay, stateOf } from './open-payment.ts';
import type { Tenant } from './open-payment.ts';
import { eventsOf, waitForEvent, waitForEvents } from './published-events.ts';
import { waitUntilAllSettled } from './stripe-event.ts';
import type { RunningPayments } from './start-payments.ts';
import { usePayments } from './use-payments.ts';

let payments: RunningPayments;
let tenant: Tenant;
usePayments((started) => ({ payments, tenant } = started));

const DECLINED = 'pm_card_chargeDeclined';
const on = () => ({ stripeAccount: tenant.accountId });
const refused = (code: string) => ({ ok: false, refusal: { code } });

type Handle = Awaited<ReturnType<typeof openPayment>>;

async function decline(handle: Handle, times: number): Promise<void> {
  for (let tried = 0; tried < times; tried += 1)
    await expect(pay(payments, tenant, handle, DECLINED)).rejects.toThrow('declined');
}

const isEnded = async (reservationId: string) => (await stateOf(payments, reservationId)) === 'failed';

describe('a hold with declined cards', () => {
  it('is paid with the fifth card that is tried', async () => {
    const handle = await openPayment(payments, tenant);
    await decline(handle, 4);
    await waitForEvents(payments, handle.reservationId, 'payment.failed', 4);
    await pay(payments, tenant, handle);
    await waitForEvent(payments, handle.reservationId, 'payment.succeeded');
    expect(await stateOf(payments, handle.reservationId)).toBe('succeeded');
  });

  it('has its intent ended after five, and no other payment is opened for it', async () => {
    const request = buildIntentRequest();
    const handle = await openPayment(payments, tenant, request);
    await decline(handle, 5);
    await eventually('the intent is ended', () => isEnded(handle.reservationId));
    await expect(pay(payments, tenant, handle)).rejects.toThrow('canceled');
    const { status } = await payments.stripe.paymentIntents.retrieve(
      handle.providerPaymentIntentId,
      {},
      on(),
    );
    expect(status).toBe('canceled');
    const { reservationId } = request;
    const answers = await Promise.all([
      payments.call(openIntent, tenant.id, request),
      payments.call(openIntent, tenant.id, { ...request, idempotencyKey: randomUUID() }),
      payments.call(openCheckoutSession, tenant.id, buildSessionRequest({ reservationId })),
    ]);
    for (const answer of answers) expect(answer).toMatchObject(refused('payment_setup_failed'));
    expect(await payments.call(checkPayment, tenant.id, { reservationId })).toMatchObject({
      value: { state: 'failed' },
    });
    await waitUntilAllSettled(payments);
    // Five declines, and the end.
    expect(eventsOf(payments, reservationId, 'payment.failed')).toHaveLength(6);
  });

  it('has its checkout page ended after five', async () => {
    const session = await openSession(payments, tenant);
    for (let tried = 0; tried < 5; tried += 1) await payInBrowser(session.url, DECLINED);
    await eventually('the page is ended', () => isEnded(session.reservationId));
    expect((await readSession(payments, tenant, session.id)).status).toBe('expired');
    const request = buildSessionRequest({ reservationId: session.reservationId });
    expect(await payments.call(openCheckoutSession, tenant.id, request)).toMatchObject(
      refused('payment_setup_failed'),
    );
  });

  it('has it ended though the provider was away after the fifth', async () => {
    const handle = await openPayment(payments, tenant);
    const { reservationId, providerPaymentIntentId: intentId } = handle;
    await decline(handle, 4);
    await waitForEvents(payments, reservationId, 'payment.failed', 4);
    const path = `/v1/payment_intents/${intentId}/cancel`;
    payments.emulator.controls.faults.add({ effect: 'status', status: 503, count: 0, path });
    await decline(handle, 1);
    const waits = `FROM provider_events WHERE state = 'waiting' AND reason = 'provider_unavailable'`;
    await eventually('the provider did not answer', async () => {
      return (await payments.query(`SELECT ${waits}`)).length === 1;
    });
    payments.emulator.controls.faults.clear();
    await payments.query(`UPDATE provider_events SET next_attempt_at = now() WHERE state = 'waiting'`);
    await eventually('the intent is ended', () => isEnded(reservationId));
    await expect(pay(payments, tenant, handle)).rejects.toThrow('canceled');
    // Applied again, the fifth is not counted again.
    await waitUntilAllSettled(payments);
    expect(eventsOf(payments, reservationId, 'payment.failed')).toHaveLength(6);
  });

  it('has it ended by the next comparison where the notification never came', async () => {
    payments.emulator.controls.notifications.rules.add({ effect: 'drop' });
    const handle = await openPayment(payments, tenant);
    for (let tried = 0; tried < 5; tried += 1) {
      await decline(handle, 1);
      // What the process knows it has read from the provider.
      await payments.query('UPDATE payments SET provider_read_at = NULL WHERE reservation_id = $1', [
        handle.reservationId,
      ]);
      await payments.restart();
      await payments.call(checkPayment, tenant.id, { reservationId: handle.reservationId });
    }
    await payments.restart({ RECONCILE_SECONDS: '0.3' });
    await eventually('the intent is ended', () => isEnded(handle.reservationId));
    await expect(pay(payments, tenant, handle)).rejects.toThrow('canceled');
    await payments.restart();
  });
});

describe('what is due of a confirmed stay', () => {
  it('can be paid however many cards were declined', async () => {
    const paid = await openPayment(payments, tenant);
    await pay(payments, tenant, paid);
    const { reservationId } = paid;
    await waitForEvent(payments, reservationId, 'payment.succeeded');
    const opened = await payments.call(openDueIntent, tenant.id, {
      reservationId,
      idempotencyKey: randomUUID(),
      purpose: 'balance',
      obligation: { dueByNowMinorUnits: '20000', paidOfflineMinorUnits: '0' },
      currency: 'EUR',
    });
    if (!opened.ok) throw new Error(opened.refusal.detail);
    await decline(opened.value, 7);
    await waitForEvents(payments, reservationId, 'payment.failed', 7);
    await waitUntilAllSettled(payments);
    await pay(payments, tenant, opened.value);
    await waitForEvents(payments, reservationId, 'payment.succeeded', 2);
  });
});
