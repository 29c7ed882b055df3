// Guards refunds that are asked for: never more than came in, reserved first, told once, and never lost.
import {
  createRefund,
  removePaymentAccount,
  returnPayment,
  setPaymentAccount,
  settlePayment,
} from '@lodging/contract-payments';
import { eventually } from '@lodging/kit-testing';
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { intentOf, openedPage, payOnPage } from './checkout-page.ts';
import { AMOUNT, heard, heardTimes, newTenant, opened, pay, stateOf, toldOf } from './money.ts';
import type { Tenant } from './money.ts';
import { startRig } from './rig.ts';
import type { Rig } from './rig.ts';

let rig: Rig;
let tenant: Tenant;

beforeAll(async () => {
  rig = await startRig();
  tenant = await newTenant(rig);
});
afterAll(() => rig.stop());
afterEach(() => {
  rig.emulator.controls.faults.clear();
  rig.emulator.controls.notifications.rules.clear();
});

const refund = (reservationId: string, amountMinorUnits?: string, of = tenant) =>
  rig.ask(createRefund, of.id, {
    reservationId,
    ...(amountMinorUnits === undefined ? {} : { amountMinorUnits }),
  });
const refused = (code: string) => ({ ok: false, refusal: { code } });
const given = (amountMinorUnits: string, state = 'succeeded') => ({
  ok: true,
  value: { amountMinorUnits, state, currency: 'EUR' },
});
const quiet = () =>
  rig.emulator.controls.notifications.rules.add({ effect: 'drop', types: ['refund.*', 'charge.*'] });

async function paid(card = 'pm_card_visa', of = tenant) {
  const handle = await opened(rig, of);
  await pay(rig, of, handle, card);
  await heard(rig, handle.reservationId, 'payment.succeeded');
  return { reservationId: handle.reservationId, intentId: handle.providerPaymentIntentId };
}

async function refundsAt(intentId: string, of = tenant) {
  const list = await rig.stripe.refunds.list({ payment_intent: intentId }, { stripeAccount: of.accountId });
  return list.data.map(({ amount }) => amount).toSorted((one, other) => one - other);
}

describe('create-refund', () => {
  it('gives all of it back where no amount is said, and tells of it once', async () => {
    const { reservationId, intentId } = await paid();
    const answer = await refund(reservationId);
    expect(answer).toMatchObject(given(AMOUNT));
    const event = await heard(rig, reservationId, 'refund.created');
    expect(event.data['refund']).toEqual(answer.ok && answer.value);
    expect(await refundsAt(intentId)).toEqual([Number(AMOUNT)]);
    expect(await rig.ask(settlePayment, tenant.id, { reservationId })).toMatchObject({
      value: { state: 'refunded' },
    });
    await eventually('all notifications are settled', async () => {
      const waiting = await rig.rows(`SELECT FROM provider_events WHERE state = 'waiting'`);
      return waiting.length === 0;
    });
    expect(toldOf(rig, reservationId, 'refund.created')).toHaveLength(1);
  });

  it('gives back a part, another part, and then the rest', async () => {
    const { reservationId, intentId } = await paid();
    expect(await refund(reservationId, '2500')).toMatchObject(given('2500'));
    expect(await refund(reservationId, '2500')).toMatchObject(given('2500'));
    expect(await stateOf(rig, reservationId)).toBe('succeeded');
    expect(await refund(reservationId, '7501')).toMatchObject(refused('refund_exceeds_payment'));
    expect(await refund(reservationId)).toMatchObject(given('7500'));
    expect(await stateOf(rig, reservationId)).toBe('refunded');
    expect(await refund(reservationId)).toMatchObject(refused('nothing_to_refund'));
    expect(await refund(reservationId, '1')).toMatchObject(refused('nothing_to_refund'));
    expect(await refundsAt(intentId)).toEqual([2500, 2500, 7500]);
    expect(await heardTimes(rig, reservationId, 'refund.created', 3)).toHaveLength(3);
  });

  it('makes one refund of fifty full ones at the same time', async () => {
    const { reservationId, intentId } = await paid();
    const answers = await Promise.all(Array.from({ length: 50 }, () => refund(reservationId)));
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    const codes = answers.flatMap((answer) => (answer.ok ? [] : [answer.refusal.code]));
    expect(new Set(codes)).toEqual(new Set(['nothing_to_refund']));
    expect(await refundsAt(intentId)).toEqual([Number(AMOUNT)]);
  });

  it('never gives back more than came in under partial refunds at the same time', async () => {
    const { reservationId, intentId } = await paid();
    const answers = await Promise.all(Array.from({ length: 20 }, () => refund(reservationId, '4000')));
    expect(answers.filter(({ ok }) => ok)).toHaveLength(3);
    const codes = answers.flatMap((answer) => (answer.ok ? [] : [answer.refusal.code]));
    expect(new Set(codes)).toEqual(new Set(['refund_exceeds_payment']));
    expect(await refundsAt(intentId)).toEqual([4000, 4000, 4000]);
  });

  it('and an automatic refund at the same time give it back once', async () => {
    for (const _round of Array.from({ length: 4 })) {
      const { reservationId, intentId } = await paid();
      await Promise.all([
        refund(reservationId),
        rig.ask(returnPayment, tenant.id, { reservationId, reason: 'cancelled' }),
      ]);
      expect(await refundsAt(intentId)).toEqual([Number(AMOUNT)]);
    }
  });

  it('refuses in the order of the payment, the account, the amount', async () => {
    expect(await refund(randomUUID(), '0')).toMatchObject(refused('no_succeeded_payment'));
    const unpaid = await opened(rig, tenant);
    expect(await refund(unpaid.reservationId)).toMatchObject(refused('no_succeeded_payment'));

    const leaver = await newTenant(rig);
    const { reservationId } = await paid('pm_card_visa', leaver);
    await rig.ask(removePaymentAccount, leaver.id, {});
    expect(await refund(reservationId, '0', leaver)).toMatchObject(refused('provider_not_configured'));
    expect(await refund(randomUUID(), '0', leaver)).toMatchObject(refused('no_succeeded_payment'));
    await rig.ask(setPaymentAccount, leaver.id, {
      provider: 'stripe',
      accountId: leaver.accountId,
      redirectOrigins: [],
    });
    expect(await refund(reservationId, '0', leaver)).toMatchObject(refused('nothing_to_refund'));
    expect(await refund(reservationId, '12501', leaver)).toMatchObject(refused('refund_exceeds_payment'));
    expect(await refund(reservationId, undefined, leaver)).toMatchObject(given(AMOUNT));
  });

  it('gives back what was paid on a checkout page', async () => {
    const page = await openedPage(rig, tenant);
    await payOnPage(page.url);
    await heard(rig, page.reservationId, 'payment.succeeded');
    expect(await refund(page.reservationId)).toMatchObject(given(AMOUNT));
    expect(await refundsAt(await intentOf(rig, tenant, page.id))).toEqual([Number(AMOUNT)]);
  });
});

describe('a refund that the provider refuses', () => {
  it('is told to whoever asked and to nobody else, and frees its amount', async () => {
    const { reservationId, intentId } = await paid();
    rig.emulator.controls.faults.add({ effect: 'status', status: 400, method: 'POST', path: '/v1/refunds' });
    expect(await refund(reservationId)).toMatchObject(refused('provider_refund_failed'));
    expect(toldOf(rig, reservationId, 'refund.created')).toHaveLength(0);
    expect(await refund(reservationId)).toMatchObject(given(AMOUNT));
    expect(await refundsAt(intentId)).toEqual([Number(AMOUNT)]);
    expect(toldOf(rig, reservationId, 'refund.failed')).toHaveLength(0);
  });

  it('because it was made in the dashboard takes that one in', async () => {
    const { reservationId, intentId } = await paid();
    quiet();
    rig.emulator.controls.refund({ payment_intent: intentId, amount: 10_000 });
    expect(await refund(reservationId)).toMatchObject(refused('provider_refund_failed'));
    await heard(rig, reservationId, 'refund.created');
    expect(await refund(reservationId)).toMatchObject(given('2500'));
  });
});

describe('a refund that fails later', () => {
  it('is told of as failed, and can be given back again', async () => {
    const { reservationId } = await paid('pm_card_refundFail');
    const answer = await refund(reservationId);
    expect(answer).toMatchObject(given(AMOUNT));
    const failed = await heard(rig, reservationId, 'refund.failed');
    expect(failed.data['refund']).toEqual({ ...(answer.ok && answer.value), state: 'failed' });
    expect(await stateOf(rig, reservationId)).toBe('succeeded');
    quiet();
    expect(await refund(reservationId, '500')).toMatchObject(given('500'));
    expect(toldOf(rig, reservationId, 'refund.failed')).toHaveLength(1);
  });
});

describe('a refund that the bank takes its time over', () => {
  it('is pending, and then succeeded', async () => {
    const { reservationId } = await paid('pm_card_pendingRefund');
    expect(await refund(reservationId)).toMatchObject(given(AMOUNT, 'pending'));
    expect((await heard(rig, reservationId, 'refund.created')).data['refund']).toMatchObject({
      state: 'pending',
    });
    expect(await refund(reservationId)).toMatchObject(refused('nothing_to_refund'));
    await eventually('all is back', async () => (await stateOf(rig, reservationId)) === 'refunded');
    expect(toldOf(rig, reservationId, 'refund.created')).toHaveLength(1);
  });
});

describe('a refund without an answer', () => {
  const lost = [
    ['was made and its reply lost', { effect: 'lost_reply', count: 2 }, 1],
    ['never reached the provider', { effect: 'refuse', count: 2 }, 0],
    ['met an error of the provider', { effect: 'status', status: 500, count: 2 }, 0],
  ] as const;

  it.each(lost)('that %s is pending, keeps its amount, and ends as one', async (_what, fault, made) => {
    const { reservationId, intentId } = await paid();
    quiet();
    rig.emulator.controls.faults.add({ ...fault, method: 'POST', path: '/v1/refunds' });
    const answer = await refund(reservationId);
    expect(answer).toMatchObject({ ok: true, value: { state: 'pending', providerRefundId: null } });
    expect(await refundsAt(intentId)).toHaveLength(made);
    expect(toldOf(rig, reservationId, 'refund.created')).toHaveLength(0);
    expect(await refund(reservationId)).toMatchObject(refused('nothing_to_refund'));
    await rig.restart({ RECONCILE_SECONDS: '0.3' });
    const event = await heard(rig, reservationId, 'refund.created');
    expect(event.data['refund']).toMatchObject({ id: answer.ok && answer.value.id, state: 'succeeded' });
    expect(await refundsAt(intentId)).toEqual([Number(AMOUNT)]);
    await rig.restart();
  });

  it('is found by its notification, with no second one', async () => {
    const { reservationId, intentId } = await paid();
    rig.emulator.controls.faults.add({ effect: 'lost_reply', count: 2, method: 'POST', path: '/v1/refunds' });
    const answer = await refund(reservationId);
    const event = await heard(rig, reservationId, 'refund.created');
    expect(event.data['refund']).toMatchObject({ id: answer.ok && answer.value.id, state: 'succeeded' });
    expect(await refundsAt(intentId)).toEqual([Number(AMOUNT)]);
    expect(await rig.rows('SELECT FROM refunds WHERE reservation_id = $1', [reservationId])).toHaveLength(1);
  });

  it('is answered as pending before a caller loses patience, and goes on', async () => {
    const { reservationId } = await paid();
    quiet();
    const slow = { effect: 'slow', delayMs: 8_500, method: 'POST', path: '/v1/refunds' } as const;
    rig.emulator.controls.faults.add(slow);
    const before = performance.now();
    expect(await refund(reservationId)).toMatchObject(given(AMOUNT, 'pending'));
    expect(performance.now() - before).toBeLessThan(8_400);
    expect((await heard(rig, reservationId, 'refund.created')).data['refund']).toMatchObject({
      state: 'succeeded',
    });
  });

  it('refused when it is asked for again is failed in silence, and frees its amount', async () => {
    const { reservationId } = await paid();
    quiet();
    const fault = { method: 'POST', path: '/v1/refunds' };
    rig.emulator.controls.faults.add({ effect: 'refuse', count: 2, ...fault });
    expect(await refund(reservationId)).toMatchObject(given(AMOUNT, 'pending'));
    rig.emulator.controls.faults.add({ effect: 'status', status: 400, ...fault });
    await rig.restart({ RECONCILE_SECONDS: '0.3' });
    await eventually('it is refused', async () => {
      const rows = await rig.rows<{ state: string }>('SELECT state FROM refunds WHERE reservation_id = $1', [
        reservationId,
      ]);
      return rows[0]?.state === 'failed';
    });
    await rig.restart();
    expect(rig.told.filter(({ data }) => data['refund']?.['reservationId'] === reservationId)).toEqual([]);
    expect(await refund(reservationId)).toMatchObject(given(AMOUNT));
  });
});

describe('a refund of the dashboard', () => {
  it('counts against what remains, and is told once', async () => {
    const { reservationId, intentId } = await paid();
    rig.emulator.controls.refund({ payment_intent: intentId, amount: 2500 });
    await heard(rig, reservationId, 'refund.created');
    expect(await refund(reservationId, '10001')).toMatchObject(refused('refund_exceeds_payment'));
    expect(await refund(reservationId)).toMatchObject(given('10000'));
    expect(await stateOf(rig, reservationId)).toBe('refunded');
    expect(await heardTimes(rig, reservationId, 'refund.created', 2)).toHaveLength(2);
  });

  it('that no notification told of is found by the sweep, once, also when it fails later', async () => {
    const { reservationId, intentId } = await paid();
    const page = await openedPage(rig, tenant);
    await payOnPage(page.url);
    await heard(rig, page.reservationId, 'payment.succeeded');
    quiet();
    const made = rig.emulator.controls.refund({ payment_intent: intentId, amount: 2500 });
    rig.emulator.controls.refund({ payment_intent: await intentOf(rig, tenant, page.id) });
    await rig.restart({ REFUND_SWEEP_SECONDS: '0.3' });
    expect((await heard(rig, reservationId, 'refund.created')).data['refund']).toMatchObject({
      amountMinorUnits: '2500',
      providerRefundId: made.id,
    });
    await eventually(
      'that of the page, too',
      async () => (await stateOf(rig, page.reservationId)) === 'refunded',
    );
    rig.emulator.controls.settleRefund(made.id, 'failed');
    await heard(rig, reservationId, 'refund.failed');
    expect(await refund(reservationId)).toMatchObject(given(AMOUNT));
    expect(await heardTimes(rig, reservationId, 'refund.created', 2)).toHaveLength(2);
    await rig.restart();
  });
});
