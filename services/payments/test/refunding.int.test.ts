import {
  createRefund,
  endPayment,
  removePaymentAccount,
  returnPayment,
  setPaymentAccount,
  checkPayment,
} from '@lodging/contract-payments';
import { connectBus } from '@lodging/kit-messaging';
import type { Bus } from '@lodging/kit-messaging';
import type { Caller } from '@lodging/kit-runtime';
import { clientContext, eventually, testIdentity, useServers } from '@lodging/kit-testing';
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { readIntentId, openSession, payInBrowser } from './checkout-session.ts';
import { AMOUNT, createTenant, openPayment, pay, stateOf } from './open-payment.ts';
import type { Tenant } from './open-payment.ts';
import { eventsOf, waitForEvent, waitForEvents } from './published-events.ts';
import { waitUntilAllSettled } from './stripe-event.ts';
import type { RunningPayments } from './start-payments.ts';
import { usePayments } from './use-payments.ts';

let payments: RunningPayments;
let tenant: Tenant;
usePayments((started) => ({ payments, tenant } = started));

const refund = (reservationId: string, amountMinorUnits?: string, of = tenant) =>
  payments.call(createRefund, of.id, {
    reservationId,
    ...(amountMinorUnits === undefined ? {} : { amountMinorUnits }),
  });
const refused = (code: string) => ({ ok: false, refusal: { code } });
const accepted = (amountMinorUnits: string, state = 'succeeded') => ({
  ok: true,
  value: { amountMinorUnits, state, currency: 'EUR' },
});
const dropNotifications = () =>
  payments.emulator.controls.notifications.rules.add({ effect: 'drop', types: ['refund.*', 'charge.*'] });

async function paid(card = 'pm_card_visa', of = tenant) {
  const handle = await openPayment(payments, of);
  await pay(payments, of, handle, card);
  await waitForEvent(payments, handle.reservationId, 'payment.succeeded');
  return { reservationId: handle.reservationId, intentId: handle.providerPaymentIntentId };
}

async function refundsAt(intentId: string, of = tenant) {
  const list = await payments.stripe.refunds.list(
    { payment_intent: intentId },
    { stripeAccount: of.accountId },
  );
  return list.data.map(({ amount }) => amount).toSorted((one, other) => one - other);
}

describe('create-refund', () => {
  it('refunds everything where no amount is given, and publishes it once', async () => {
    const { reservationId, intentId } = await paid();
    const answer = await refund(reservationId);
    expect(answer).toMatchObject(accepted(AMOUNT));
    const event = await waitForEvent(payments, reservationId, 'refund.created');
    expect(event.data['refund']).toEqual({ ...(answer.ok && answer.value), reason: 'requested' });
    expect(await refundsAt(intentId)).toEqual([Number(AMOUNT)]);
    expect(await payments.call(checkPayment, tenant.id, { reservationId })).toMatchObject({
      value: { state: 'refunded' },
    });
    await waitUntilAllSettled(payments);
    expect(eventsOf(payments, reservationId, 'refund.created')).toHaveLength(1);
  });

  it('moves no money for a caller without the permission, whatever was checked before', async () => {
    const { reservationId, intentId } = await paid();
    const requestRefund = (bus: Bus, caller: Caller) =>
      bus.request(
        createRefund,
        { reservationId },
        clientContext(tenant.id, true, { timeoutMs: 5_000, caller }),
      );
    for (const caller of [
      { kind: 'publishable', permissions: ['payment:refund:create'] },
      { kind: 'secret', permissions: [] },
      { kind: 'operator', permissions: ['read', 'book', 'house'] },
      { kind: 'platform', permissions: ['payment:refund:create'] },
    ] satisfies Caller[]) {
      expect(await requestRefund(payments.bus, caller)).toMatchObject(refused('insufficient_permission'));
    }
    const { natsUrl: url } = useServers();
    const identity = testIdentity('reservations');
    const neighbour = await connectBus({ url, name: 'reservations', identity, log: payments.log });
    for (const kind of ['service', 'operator'] as const) {
      await expect(requestRefund(neighbour, { kind, permissions: [] })).rejects.toThrow('not-authorized');
    }
    const account = { provider: 'stripe' as const, accountId: 'acct_elsewhere', redirectOrigins: [] };
    const bySecretKey = clientContext(tenant.id, true, { timeoutMs: 5_000 });
    await expect(payments.bus.request(setPaymentAccount, account, bySecretKey)).rejects.toThrow(
      'not-authorized',
    );
    await neighbour.drain();
    expect(await refundsAt(intentId)).toEqual([]);
    const bySecret: Caller = { kind: 'secret', permissions: ['payment:refund:create'] };
    expect(await requestRefund(payments.bus, bySecret)).toMatchObject(accepted(AMOUNT));
  });

  it('refunds a part, another part, and then the rest', async () => {
    const { reservationId, intentId } = await paid();
    expect(await refund(reservationId, '2500')).toMatchObject(accepted('2500'));
    expect(await refund(reservationId, '2500')).toMatchObject(accepted('2500'));
    expect(await stateOf(payments, reservationId)).toBe('succeeded');
    expect(await refund(reservationId, '7501')).toMatchObject(refused('refund_exceeds_payment'));
    expect(await refund(reservationId)).toMatchObject(accepted('7500'));
    expect(await stateOf(payments, reservationId)).toBe('refunded');
    expect(await refund(reservationId)).toMatchObject(refused('nothing_to_refund'));
    expect(await refund(reservationId, '1')).toMatchObject(refused('nothing_to_refund'));
    expect(await refundsAt(intentId)).toEqual([2500, 2500, 7500]);
    expect(await waitForEvents(payments, reservationId, 'refund.created', 3)).toHaveLength(3);
  });

  it('creates one refund from fifty full ones at the same time', async () => {
    const { reservationId, intentId } = await paid();
    const answers = await Promise.all(Array.from({ length: 50 }, () => refund(reservationId)));
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    const codes = answers.flatMap((answer) => (answer.ok ? [] : [answer.refusal.code]));
    expect(new Set(codes)).toEqual(new Set(['nothing_to_refund']));
    expect(await refundsAt(intentId)).toEqual([Number(AMOUNT)]);
  });

  it('never refunds more than was paid under partial refunds at the same time', async () => {
    const { reservationId, intentId } = await paid();
    const answers = await Promise.all(Array.from({ length: 20 }, () => refund(reservationId, '4000')));
    expect(answers.filter(({ ok }) => ok)).toHaveLength(3);
    const codes = answers.flatMap((answer) => (answer.ok ? [] : [answer.refusal.code]));
    expect(new Set(codes)).toEqual(new Set(['refund_exceeds_payment']));
    expect(await refundsAt(intentId)).toEqual([4000, 4000, 4000]);
  });

  it('and an automatic refund at the same time refund once', async () => {
    for (const _round of Array.from({ length: 4 })) {
      const { reservationId, intentId } = await paid();
      await payments.call(endPayment, tenant.id, { reservationId });
      await Promise.all([
        refund(reservationId),
        payments.call(returnPayment, tenant.id, { reservationId, reason: 'cancelled' }),
      ]);
      expect(await refundsAt(intentId)).toEqual([Number(AMOUNT)]);
    }
  });

  it('writes nothing for a reservation without a payment', async () => {
    const reservationId = randomUUID();
    const answers = await Promise.all([refund(reservationId), refund(reservationId), refund(reservationId)]);
    for (const answer of answers) expect(answer).toMatchObject(refused('no_succeeded_payment'));
    const ledgers = await payments.query('SELECT FROM payments.ledgers WHERE reservation_id = $1', [
      reservationId,
    ]);
    expect(ledgers).toEqual([]);
  });

  it('refuses in the order of payment, account, amount', async () => {
    expect(await refund(randomUUID(), '0')).toMatchObject(refused('no_succeeded_payment'));
    const unpaid = await openPayment(payments, tenant);
    expect(await refund(unpaid.reservationId)).toMatchObject(refused('no_succeeded_payment'));

    const leaving = await createTenant(payments);
    const { reservationId } = await paid('pm_card_visa', leaving);
    await payments.call(removePaymentAccount, leaving.id, {});
    expect(await refund(reservationId, '0', leaving)).toMatchObject(refused('provider_not_configured'));
    expect(await refund(randomUUID(), '0', leaving)).toMatchObject(refused('no_succeeded_payment'));
    await payments.call(setPaymentAccount, leaving.id, {
      provider: 'stripe',
      accountId: leaving.accountId,
      redirectOrigins: [],
    });
    expect(await refund(reservationId, '0', leaving)).toMatchObject(refused('nothing_to_refund'));
    expect(await refund(reservationId, '12501', leaving)).toMatchObject(refused('refund_exceeds_payment'));
    expect(await refund(reservationId, undefined, leaving)).toMatchObject(accepted(AMOUNT));
  });

  it('refunds a payment of a checkout session', async () => {
    const session = await openSession(payments, tenant);
    await payInBrowser(session.url);
    await waitForEvent(payments, session.reservationId, 'payment.succeeded');
    expect(await refund(session.reservationId)).toMatchObject(accepted(AMOUNT));
    expect(await refundsAt(await readIntentId(payments, tenant, session.id))).toEqual([Number(AMOUNT)]);
  });
});

describe('a refund that the provider refuses', () => {
  it('is refused to its caller, is not published, and frees its amount', async () => {
    const { reservationId, intentId } = await paid();
    payments.emulator.controls.faults.add({
      effect: 'status',
      status: 400,
      method: 'POST',
      path: '/v1/refunds',
    });
    expect(await refund(reservationId)).toMatchObject(refused('provider_refund_failed'));
    expect(eventsOf(payments, reservationId, 'refund.created')).toHaveLength(0);
    expect(await refund(reservationId)).toMatchObject(accepted(AMOUNT));
    expect(await refundsAt(intentId)).toEqual([Number(AMOUNT)]);
    expect(eventsOf(payments, reservationId, 'refund.failed')).toHaveLength(0);
  });

  it('because the dashboard refunded it records the refund of the dashboard', async () => {
    const { reservationId, intentId } = await paid();
    dropNotifications();
    payments.emulator.controls.refund({ payment_intent: intentId, amount: 10_000 });
    expect(await refund(reservationId)).toMatchObject(refused('provider_refund_failed'));
    await waitForEvent(payments, reservationId, 'refund.created');
    expect(await refund(reservationId)).toMatchObject(accepted('2500'));
  });
});

describe('a refund that fails later', () => {
  it('is published as failed, and its amount can be refunded again', async () => {
    const { reservationId } = await paid('pm_card_refundFail');
    const answer = await refund(reservationId);
    expect(answer).toMatchObject(accepted(AMOUNT));
    const failed = await waitForEvent(payments, reservationId, 'refund.failed');
    expect(failed.data['refund']).toEqual({
      ...(answer.ok && answer.value),
      state: 'failed',
      reason: 'requested',
    });
    expect(await stateOf(payments, reservationId)).toBe('succeeded');
    dropNotifications();
    expect(await refund(reservationId, '500')).toMatchObject(accepted('500'));
    expect(eventsOf(payments, reservationId, 'refund.failed')).toHaveLength(1);
  });
});

describe('a refund that is pending at the bank', () => {
  it('is pending, and then succeeded', async () => {
    const { reservationId } = await paid('pm_card_pendingRefund');
    expect(await refund(reservationId)).toMatchObject(accepted(AMOUNT, 'pending'));
    expect((await waitForEvent(payments, reservationId, 'refund.created')).data['refund']).toMatchObject({
      state: 'pending',
    });
    expect(await refund(reservationId)).toMatchObject(refused('nothing_to_refund'));
    await eventually(
      'the payment is refunded',
      async () => (await stateOf(payments, reservationId)) === 'refunded',
    );
    expect(eventsOf(payments, reservationId, 'refund.created')).toHaveLength(1);
  });
});

describe('a refund without a response', () => {
  const lost = [
    ['was created while its response was lost', { effect: 'lost_reply', count: 2 }, 1],
    ['never reached the provider', { effect: 'refuse', count: 2 }, 0],
    ['failed with an error of the provider', { effect: 'status', status: 500, count: 2 }, 0],
  ] as const;

  it.each(lost)(
    'that %s is pending, keeps its amount, and completes as one refund',
    async (_what, fault, made) => {
      const { reservationId, intentId } = await paid();
      dropNotifications();
      payments.emulator.controls.faults.add({ ...fault, method: 'POST', path: '/v1/refunds' });
      const answer = await refund(reservationId);
      expect(answer).toMatchObject({ ok: true, value: { state: 'pending', providerRefundId: null } });
      expect(await refundsAt(intentId)).toHaveLength(made);
      expect(eventsOf(payments, reservationId, 'refund.created')).toHaveLength(0);
      expect(await refund(reservationId)).toMatchObject(refused('nothing_to_refund'));
      await payments.restart({ RECONCILE_SECONDS: '0.3' });
      const event = await waitForEvent(payments, reservationId, 'refund.created');
      expect(event.data['refund']).toMatchObject({ id: answer.ok && answer.value.id, state: 'succeeded' });
      expect(await refundsAt(intentId)).toEqual([Number(AMOUNT)]);
      await payments.restart();
    },
  );

  it('is completed by its notification, without a second one', async () => {
    const { reservationId, intentId } = await paid();
    payments.emulator.controls.faults.add({
      effect: 'lost_reply',
      count: 2,
      method: 'POST',
      path: '/v1/refunds',
    });
    const answer = await refund(reservationId);
    const event = await waitForEvent(payments, reservationId, 'refund.created');
    expect(event.data['refund']).toMatchObject({ id: answer.ok && answer.value.id, state: 'succeeded' });
    expect(await refundsAt(intentId)).toEqual([Number(AMOUNT)]);
    expect(
      await payments.query('SELECT FROM refunds WHERE reservation_id = $1', [reservationId]),
    ).toHaveLength(1);
  });

  it('is returned as pending before the caller times out, and continues', async () => {
    const { reservationId } = await paid();
    dropNotifications();
    const slow = { effect: 'slow', delayMs: 8_500, method: 'POST', path: '/v1/refunds' } as const;
    payments.emulator.controls.faults.add(slow);
    const before = performance.now();
    expect(await refund(reservationId)).toMatchObject(accepted(AMOUNT, 'pending'));
    expect(performance.now() - before).toBeLessThan(8_400);
    expect((await waitForEvent(payments, reservationId, 'refund.created')).data['refund']).toMatchObject({
      state: 'succeeded',
    });
  });

  it('that is refused when it is sent again is failed, not published, and frees its amount', async () => {
    const { reservationId } = await paid();
    dropNotifications();
    const fault = { method: 'POST', path: '/v1/refunds' };
    payments.emulator.controls.faults.add({ effect: 'refuse', count: 2, ...fault });
    expect(await refund(reservationId)).toMatchObject(accepted(AMOUNT, 'pending'));
    payments.emulator.controls.faults.add({ effect: 'status', status: 400, ...fault });
    await payments.restart({ RECONCILE_SECONDS: '0.3' });
    await eventually('the refund has failed', async () => {
      const rows = await payments.query<{ state: string }>(
        'SELECT state FROM refunds WHERE reservation_id = $1',
        [reservationId],
      );
      return rows[0]?.state === 'failed';
    });
    await payments.restart();
    expect(payments.events.filter(({ data }) => data['refund']?.['reservationId'] === reservationId)).toEqual(
      [],
    );
    expect(await refund(reservationId)).toMatchObject(accepted(AMOUNT));
  });
});

describe('a refund of the dashboard', () => {
  it('reduces what can be refunded, and is published once', async () => {
    const { reservationId, intentId } = await paid();
    payments.emulator.controls.refund({ payment_intent: intentId, amount: 2500 });
    await waitForEvent(payments, reservationId, 'refund.created');
    expect(await refund(reservationId, '10001')).toMatchObject(refused('refund_exceeds_payment'));
    expect(await refund(reservationId)).toMatchObject(accepted('10000'));
    expect(await stateOf(payments, reservationId)).toBe('refunded');
    expect(await waitForEvents(payments, reservationId, 'refund.created', 2)).toHaveLength(2);
  });

  it('without a notification is recorded by the sweep, once, also when it fails later', async () => {
    const { reservationId, intentId } = await paid();
    const session = await openSession(payments, tenant);
    await payInBrowser(session.url);
    await waitForEvent(payments, session.reservationId, 'payment.succeeded');
    dropNotifications();
    const made = payments.emulator.controls.refund({ payment_intent: intentId, amount: 2500 });
    payments.emulator.controls.refund({ payment_intent: await readIntentId(payments, tenant, session.id) });
    await payments.restart({ REFUND_SWEEP_SECONDS: '0.3' });
    expect((await waitForEvent(payments, reservationId, 'refund.created')).data['refund']).toMatchObject({
      amountMinorUnits: '2500',
      providerRefundId: made.id,
    });
    await eventually(
      'the refund of the session is recorded too',
      async () => (await stateOf(payments, session.reservationId)) === 'refunded',
    );
    payments.emulator.controls.settleRefund(made.id, 'failed');
    await waitForEvent(payments, reservationId, 'refund.failed');
    expect(await refund(reservationId)).toMatchObject(accepted(AMOUNT));
    expect(await waitForEvents(payments, reservationId, 'refund.created', 2)).toHaveLength(2);
    await payments.restart();
  });
});
