import { endPayment, openIntent, returnPayment, checkPayment } from '@lodging/contract-payments';
import { reservationCancelled, reservationExpired } from '@lodging/contract-reservations';
import { eventually } from '@lodging/kit-testing';
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { AMOUNT, buildIntentRequest, openPayment, pay, stateOf } from './open-payment.ts';
import type { Tenant } from './open-payment.ts';
import { eventsOf, waitForEvent } from './published-events.ts';
import { waitUntilAllSettled } from './stripe-event.ts';
import { payStay } from './pay-stay.ts';
import { publishEnd } from './publish-cancellation.ts';
import type { RunningPayments } from './start-payments.ts';
import { usePayments } from './use-payments.ts';

const HOUR_MS = 3_600_000;

let payments: RunningPayments;
let tenant: Tenant;
usePayments((started) => ({ payments, tenant } = started));

const on = () => ({ stripeAccount: tenant.accountId });
const end = (reservationId: string) => payments.call(endPayment, tenant.id, { reservationId });
/** As reservations does it: the payment is ended before it is returned. */
async function refund(reservationId: string, reason: 'late' | 'cancelled' = 'late') {
  await end(reservationId);
  return payments.call(returnPayment, tenant.id, { reservationId, reason });
}

async function refundsOf(intentId: string) {
  return (await payments.stripe.refunds.list({ payment_intent: intentId }, on())).data;
}

const paidHandle = (card?: string) => payStay(payments, tenant, card);

describe('end-payment', () => {
  it('cancels the open intent at the provider, and none can be opened afterwards', async () => {
    const request = buildIntentRequest();
    const handle = await openPayment(payments, tenant, request);
    expect(await end(request.reservationId)).toMatchObject({ value: { outcome: 'ended' } });
    expect(await end(request.reservationId)).toMatchObject({ value: { outcome: 'ended' } });
    const intent = await payments.stripe.paymentIntents.retrieve(handle.providerPaymentIntentId, {}, on());
    expect(intent.status).toBe('canceled');
    for (const idempotencyKey of [request.idempotencyKey, randomUUID()])
      expect(await payments.call(openIntent, tenant.id, { ...request, idempotencyKey })).toMatchObject({
        refusal: { code: 'reservation_not_holdable' },
      });
    expect(await payments.call(checkPayment, tenant.id, request)).toMatchObject({
      value: { state: 'failed' },
    });
    expect(eventsOf(payments, request.reservationId, 'payment.failed')).toHaveLength(0);
  });

  it('ends a reservation that never had a payment', async () => {
    const request = buildIntentRequest();
    expect(await end(request.reservationId)).toMatchObject({ value: { outcome: 'none' } });
    expect(await payments.call(openIntent, tenant.id, request)).toMatchObject({
      refusal: { code: 'reservation_not_holdable' },
    });
  });

  it('returns succeeded where the guest paid first, also without a notification', async () => {
    payments.emulator.controls.notifications.rules.add({
      effect: 'drop',
      count: 3,
      account: tenant.accountId,
    });
    const handle = await openPayment(payments, tenant);
    await pay(payments, tenant, handle);
    expect(await end(handle.reservationId)).toMatchObject({ value: { outcome: 'succeeded' } });
    await waitForEvent(payments, handle.reservationId, 'payment.succeeded');
    payments.emulator.controls.notifications.rules.clear();
  });

  it('agrees with the provider when the guest pays at the same moment', async () => {
    for (const _round of Array.from({ length: 8 })) {
      const handle = await openPayment(payments, tenant);
      const paying = pay(payments, tenant, handle).then(
        () => true,
        () => false,
      );
      const [isPaid, ended] = await Promise.all([paying, end(handle.reservationId)]);
      expect(ended).toMatchObject({ value: { outcome: isPaid ? 'succeeded' : 'ended' } });
      expect(await stateOf(payments, handle.reservationId)).toBe(isPaid ? 'succeeded' : 'failed');
    }
  });

  it('and an open-intent at the same moment leave no intent that can be paid', async () => {
    for (const _round of Array.from({ length: 8 })) {
      const request = buildIntentRequest();
      const [answer] = await Promise.all([
        payments.call(openIntent, tenant.id, request),
        end(request.reservationId),
      ]);
      await end(request.reservationId);
      if (!answer.ok) expect(answer.refusal.code).toBe('reservation_not_holdable');
    }
    const page = await payments.stripe.paymentIntents.list({ limit: 8 }, on());
    expect(page.data.filter(({ status }) => status !== 'canceled' && status !== 'succeeded')).toHaveLength(0);
  });

  it('fails while the provider is down, and cancels the intent when repeated', async () => {
    const handle = await openPayment(payments, tenant);
    payments.emulator.controls.faults.add({ effect: 'status', status: 500, count: 0 });
    await expect(end(handle.reservationId)).rejects.toThrow('unavailable');
    expect(
      await payments.call(openIntent, tenant.id, buildIntentRequest({ reservationId: handle.reservationId })),
    ).toMatchObject({
      refusal: { code: 'reservation_not_holdable' },
    });
    payments.emulator.controls.faults.clear();
    expect(await end(handle.reservationId)).toMatchObject({ value: { outcome: 'ended' } });
  });

  it('cancels an intent whose creation had no response', async () => {
    const request = buildIntentRequest();
    payments.emulator.controls.faults.add({ effect: 'lost_reply', count: 0, path: '/v1/payment_intents' });
    await expect(openPayment(payments, tenant, request)).rejects.toThrow('payment_setup_failed');
    payments.emulator.controls.faults.clear();
    expect(await end(request.reservationId)).toMatchObject({ value: { outcome: 'ended' } });
    const page = await payments.stripe.paymentIntents.list({ limit: 1 }, on());
    expect(page.data[0]).toMatchObject({
      status: 'canceled',
      metadata: { reservationId: request.reservationId },
    });
  });
});

describe('return-payment', () => {
  it('refunds everything once under twenty parallel calls', async () => {
    const handle = await paidHandle();
    const { controls } = payments.emulator;
    // What is recorded first makes the event: the answer here, and the notification in the next test.
    controls.notifications.rules.add({ effect: 'late', types: ['refund.*', 'charge.*'], delayMs: HOUR_MS });
    const answers = await Promise.all(Array.from({ length: 20 }, () => refund(handle.reservationId)));
    const ids = answers.map((answer) => (answer.ok ? answer.value.refund?.id : answer.refusal.code));
    expect(new Set(ids).size).toBe(1);
    const refunds = await refundsOf(handle.providerPaymentIntentId);
    expect(refunds.map(({ amount }) => amount)).toEqual([Number(AMOUNT)]);
    const event = await waitForEvent(payments, handle.reservationId, 'refund.created');
    expect(event.data).toEqual({
      refund: {
        id: ids[0],
        reservationId: handle.reservationId,
        amountMinorUnits: AMOUNT,
        currency: 'EUR',
        state: 'succeeded',
        providerRefundId: refunds[0]?.id,
        reason: 'late',
      },
    });
    expect(await payments.call(checkPayment, tenant.id, handle)).toMatchObject({
      value: { state: 'refunded' },
    });
    controls.notifications.rules.clear();
    controls.flush();
    await eventually('the provider has notified us of the refund', () => {
      const deliveries = controls.deliveries({ objectId: refunds[0]?.id ?? '' });
      return deliveries.length > 0 && deliveries.every(({ state }) => state === 'succeeded');
    });
    await waitUntilAllSettled(payments);
    expect(eventsOf(payments, handle.reservationId, 'refund.created')).toHaveLength(1);
    expect(await stateOf(payments, handle.reservationId)).toBe('refunded');
  });

  it('refunds and publishes it once where the provider notifies of the refund before it answers, and names its event', async () => {
    const handle = await paidHandle();
    payments.emulator.controls.faults.add({
      effect: 'lost_reply',
      count: 0,
      method: 'POST',
      path: '/v1/refunds',
    });
    const first = await refund(handle.reservationId);
    const event = await waitForEvent(payments, handle.reservationId, 'refund.created');
    payments.emulator.controls.faults.clear();
    const [made, ...more] = await refundsOf(handle.providerPaymentIntentId);
    expect(more).toEqual([]);
    const id = first.ok ? first.value.refund?.id : first.refusal.code;
    expect(event.data).toMatchObject({
      refund: { id, state: 'succeeded', providerRefundId: made?.id, reason: 'late' },
      providerEventId: expect.stringMatching(/^evt_/),
    });
    expect(await refund(handle.reservationId)).toMatchObject({ value: { refund: { id } } });
    await waitUntilAllSettled(payments);
    expect(eventsOf(payments, handle.reservationId, 'refund.created')).toHaveLength(1);
    expect(await stateOf(payments, handle.reservationId)).toBe('refunded');
  });

  it('refunds nothing where nothing was paid', async () => {
    const { reservationId } = await openPayment(payments, tenant);
    expect(await refund(reservationId)).toMatchObject({ value: { refund: null } });
    expect(await refund(randomUUID())).toMatchObject({ value: { refund: null } });
  });

  it('is pending when the response was lost, and the next call returns the same refund', async () => {
    const handle = await paidHandle();
    payments.emulator.controls.faults.add({ effect: 'lost_reply', count: 2, path: '/v1/refunds' });
    payments.emulator.controls.notifications.rules.add({ effect: 'drop', types: ['refund.*', 'charge.*'] });
    const lost = await refund(handle.reservationId);
    expect(lost).toMatchObject({ value: { refund: { state: 'pending', providerRefundId: null } } });
    expect(eventsOf(payments, handle.reservationId, 'refund.created')).toHaveLength(0);
    const found = await refund(handle.reservationId);
    expect(found).toMatchObject({ value: { refund: { state: 'succeeded' } } });
    expect(await refundsOf(handle.providerPaymentIntentId)).toHaveLength(1);
    await waitForEvent(payments, handle.reservationId, 'refund.created');
    payments.emulator.controls.notifications.rules.clear();
  });

  it('refunds only what the operator has not refunded already', async () => {
    const handle = await paidHandle();
    payments.emulator.controls.refund({ payment_intent: handle.providerPaymentIntentId, amount: 2500 });
    await waitForEvent(payments, handle.reservationId, 'refund.created');
    expect(await refund(handle.reservationId)).toMatchObject({
      value: { refund: { amountMinorUnits: '10000' } },
    });
    expect(await payments.call(checkPayment, tenant.id, handle)).toMatchObject({
      value: { state: 'refunded' },
    });
  });

  it('records a refund of the dashboard that made its own fail, and owes nothing then', async () => {
    const handle = await paidHandle();
    payments.emulator.controls.notifications.rules.add({ effect: 'drop', types: ['refund.*', 'charge.*'] });
    payments.emulator.controls.refund({ payment_intent: handle.providerPaymentIntentId });
    expect(await refund(handle.reservationId)).toMatchObject({ value: { refund: { state: 'failed' } } });
    expect(await payments.call(checkPayment, tenant.id, handle)).toMatchObject({
      value: { state: 'refunded' },
    });
    expect(eventsOf(payments, handle.reservationId, 'refund.created').length).toBeLessThanOrEqual(1);
    payments.emulator.controls.notifications.rules.clear();
  });
});

describe('a refund of the dashboard', () => {
  it('is recorded and published once, although the provider sends two notifications', async () => {
    const handle = await paidHandle();
    const refund = payments.emulator.controls.refund({ payment_intent: handle.providerPaymentIntentId });
    const event = await waitForEvent(payments, handle.reservationId, 'refund.created');
    expect(event.data['refund']).toMatchObject({ providerRefundId: refund.id, amountMinorUnits: AMOUNT });
    await eventually(
      'the payment is refunded',
      async () => (await stateOf(payments, handle.reservationId)) === 'refunded',
    );
    expect(eventsOf(payments, handle.reservationId, 'refund.created')).toHaveLength(1);
  });

  it('that fails later leaves the payment paid', async () => {
    const handle = await paidHandle('pm_card_refundFail');
    payments.emulator.controls.refund({ payment_intent: handle.providerPaymentIntentId });
    await eventually('the failure is known', async () => {
      const rows = await payments.query<{ state: string }>(
        'SELECT state FROM refunds WHERE reservation_id = $1',
        [handle.reservationId],
      );
      return rows[0]?.state === 'failed';
    });
    expect(await stateOf(payments, handle.reservationId)).toBe('succeeded');
  });
});

describe('an event of reservations', () => {
  const publish = (type: string, reservationId: string, state: string, holdExpiresAt: string | null) =>
    publishEnd(payments, tenant, { type, state, reservationId, holdExpiresAt });
  const soon = Temporal.Now.instant().toString();

  it.each([
    ['expired', reservationExpired.type],
    ['cancelled', reservationCancelled.type],
  ])('%s cancels the open intent', async (state, type) => {
    const handle = await openPayment(payments, tenant);
    publish(type, handle.reservationId, state, soon);
    await eventually('the intent is cancelled', async () => {
      const intent = await payments.stripe.paymentIntents.retrieve(handle.providerPaymentIntentId, {}, on());
      return intent.status === 'canceled';
    });
  });

  it.each([
    ['expired', reservationExpired.type],
    ['cancelled', reservationCancelled.type],
  ])('%s waits for a provider that is away, however long that is', async (state, type) => {
    const handle = await openPayment(payments, tenant);
    payments.emulator.controls.faults.add({ effect: 'status', status: 503, count: 0 });
    publish(type, handle.reservationId, state, soon);
    const waits = () =>
      payments.log.lines.filter(
        ({ msg, subject }) => subject === type && String(msg).includes('will be delivered again'),
      );
    const [failed] = await eventually('the first delivery fails', () => waits().length > 0 && waits());
    payments.emulator.controls.faults.clear();
    expect(Object(failed?.['err'])).toMatchObject({ type: 'OutsideOutage' });
    await eventually(
      'the payment has ended',
      async () => (await stateOf(payments, handle.reservationId)) === 'failed',
    );
    expect(await payments.query('SELECT FROM dead_letters')).toEqual([]);
  });

  it('refunds the money of a cancelled hold, not that of a cancelled stay', async () => {
    const [held, confirmed] = [await paidHandle(), await paidHandle()];
    publish(reservationCancelled.type, confirmed.reservationId, 'cancelled', null);
    publish(reservationCancelled.type, held.reservationId, 'cancelled', soon);
    await waitForEvent(payments, held.reservationId, 'refund.created');
    await eventually('both reservations have ended', async () => {
      const ended = await payments.query(
        'SELECT FROM ledgers WHERE reservation_id = ANY($1) AND ended_at IS NOT NULL',
        [[held.reservationId, confirmed.reservationId]],
      );
      return ended.length === 2;
    });
    expect(await refundsOf(confirmed.providerPaymentIntentId)).toHaveLength(0);
  });
});
