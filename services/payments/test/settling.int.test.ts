import {
  createRefund,
  endPayment,
  openIntent,
  returnPayment,
  settleReservation,
} from '@lodging/contract-payments';
import type { SettlementTerms } from '@lodging/contract-payments';
import { eventually } from '@lodging/kit-testing';
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { AMOUNT, buildIntentRequest, openPayment, pay, stateOf } from './open-payment.ts';
import type { Tenant } from './open-payment.ts';
import { publishCancellation } from './publish-cancellation.ts';
import { eventsOf, waitForEvent, waitForEvents } from './published-events.ts';
import { payStay } from './pay-stay.ts';
import type { RunningPayments } from './start-payments.ts';
import { usePayments } from './use-payments.ts';

let payments: RunningPayments;
let tenant: Tenant;
usePayments((started) => ({ payments, tenant } = started));

const terms = (keepMinorUnits: string, changes: Partial<SettlementTerms> = {}): SettlementTerms => ({
  id: randomUUID(),
  reason: 'cancellation',
  keepMinorUnits,
  offlineMinorUnits: '0',
  ...changes,
});

async function settle(reservationId: string, settlement: SettlementTerms) {
  const answer = await payments.call(settleReservation, tenant.id, { reservationId, settlement });
  if (!answer.ok) throw new Error(answer.refusal.detail);
  return answer.value;
}

const paid = (card?: string) => payStay(payments, tenant, card);

async function refundsAt(intentId: string) {
  const list = await payments.stripe.refunds.list(
    { payment_intent: intentId },
    { stripeAccount: tenant.accountId },
  );
  return list.data
    .filter(({ status }) => status !== 'failed')
    .map(({ amount }) => amount)
    .toSorted((one, other) => one - other);
}
const refuseRefunds = (effect: 'refuse' | 'status', count: number) =>
  payments.emulator.controls.faults.add({
    effect,
    count,
    method: 'POST',
    path: '/v1/refunds',
    ...(effect === 'status' ? { status: 400 } : {}),
  });

describe('settle', () => {
  it('returns what is here above the amount to keep, and says why', async () => {
    const { reservationId, intentId } = await paid();
    const settlement = terms('4500');
    const value = await settle(reservationId, settlement);
    expect(value).toMatchObject({
      settlementId: settlement.id,
      netMinorUnits: AMOUNT,
      keptMinorUnits: '4500',
      refundMinorUnits: '8000',
      dueMinorUnits: '0',
      owedMinorUnits: '0',
      refunds: [{ reservationId, amountMinorUnits: '8000', state: 'succeeded' }],
    });
    const event = await waitForEvent(payments, reservationId, 'refund.created');
    expect(event.data['refund']).toEqual({ ...value.refunds[0], reason: 'cancellation' });
    expect(await refundsAt(intentId)).toEqual([8000]);
  });

  it('returns it once, however often and however many requests arrive at once', async () => {
    const { reservationId, intentId } = await paid();
    const settlement = terms('4500');
    const answers = await Promise.all(Array.from({ length: 10 }, () => settle(reservationId, settlement)));
    for (const answer of [...answers, await settle(reservationId, settlement)])
      expect(answer).toMatchObject({ refundMinorUnits: '8000', keptMinorUnits: '4500' });
    expect(await refundsAt(intentId)).toEqual([8000]);
  });

  it('and refunds by hand at the same time never return more than came in', async () => {
    for (const _round of Array.from({ length: 4 })) {
      const { reservationId, intentId } = await paid();
      const byHand = Array.from({ length: 4 }, () =>
        payments.call(createRefund, tenant.id, { reservationId, amountMinorUnits: '5000' }),
      );
      const [settled, ...refunds] = await Promise.all([settle(reservationId, terms('6000')), ...byHand]);
      const returned = (await refundsAt(intentId)).reduce((sum, amount) => sum + amount, 0);
      expect(returned).toBeLessThanOrEqual(Number(AMOUNT));
      expect(returned).toBeGreaterThanOrEqual(Number(AMOUNT) - 6000);
      const accepted = refunds.filter(({ ok }) => ok).length;
      expect(returned).toBe(accepted * 5000 + Number(settled.refundMinorUnits));
    }
  });

  it('keeps all and says what is missing where less came in, and a later refund by hand adds no debt', async () => {
    const { reservationId, intentId } = await paid();
    await payments.call(createRefund, tenant.id, { reservationId, amountMinorUnits: '10000' });
    const settlement = terms('4500');
    expect(await settle(reservationId, settlement)).toMatchObject({
      netMinorUnits: '2500',
      keptMinorUnits: '2500',
      refundMinorUnits: '0',
      dueMinorUnits: '2000',
      refunds: [],
    });
    await payments.call(createRefund, tenant.id, { reservationId, amountMinorUnits: '500' });
    expect(await settle(reservationId, settlement)).toMatchObject({
      dueMinorUnits: '2000',
      keptMinorUnits: '2000',
    });
    expect(await refundsAt(intentId)).toEqual([500, 10_000]);
  });

  it('of an unpaid reservation ends its payment', async () => {
    const handle = await openPayment(payments, tenant);
    expect(await settle(handle.reservationId, terms('0'))).toMatchObject({ refunds: [], dueMinorUnits: '0' });
    expect(await stateOf(payments, handle.reservationId)).toBe('failed');
    const again = await payments.call(
      openIntent,
      tenant.id,
      buildIntentRequest({ reservationId: handle.reservationId }),
    );
    expect(again).toMatchObject({ ok: false, refusal: { code: 'reservation_not_holdable' } });
  });

  it('is the rule: another settlement, and the full return of a stay that was not honoured, move nothing', async () => {
    const { reservationId, intentId } = await paid();
    await settle(reservationId, terms('4500'));
    await expect(settle(reservationId, terms('0'))).rejects.toThrow();
    const returned = await payments.call(returnPayment, tenant.id, { reservationId, reason: 'late' });
    expect(returned).toMatchObject({ ok: true, value: { refund: null } });
    expect(await payments.call(endPayment, tenant.id, { reservationId })).toMatchObject({
      value: { outcome: 'ended' },
    });
    expect(await refundsAt(intentId)).toEqual([8000]);
  });

  it('comes with the cancellation, too, and returns the money without another request', async () => {
    const { reservationId, intentId } = await paid();
    const settlement = terms('4500', { reason: 'no_show' });
    publishCancellation(payments, tenant, reservationId, settlement);
    const event = await waitForEvent(payments, reservationId, 'refund.created');
    expect(event.data['refund']).toMatchObject({ amountMinorUnits: '8000', reason: 'no_show' });
    expect(await settle(reservationId, settlement)).toMatchObject({ refundMinorUnits: '8000' });
    expect(await refundsAt(intentId)).toEqual([8000]);
  });

  it('moves nothing where a cancellation carries none', async () => {
    const { reservationId, intentId } = await paid();
    publishCancellation(payments, tenant, reservationId);
    await eventually('the ledger has ended', async () => {
      const ended = await payments.query(
        'SELECT FROM ledgers WHERE reservation_id = $1 AND ended_at IS NOT NULL',
        [reservationId],
      );
      return ended.length === 1;
    });
    expect(await refundsAt(intentId)).toEqual([]);
  });
});

describe('money that moves after the settlement', () => {
  it('is returned above the amount to keep where a payment succeeds late, and what was due is paid', async () => {
    const handle = await openPayment(payments, tenant);
    await pay(payments, tenant, handle, 'pm_usBankAccount_success');
    payments.emulator.controls.faults.add({
      effect: 'status',
      status: 500,
      count: 0,
      path: `/v1/payment_intents/${handle.providerPaymentIntentId}/cancel`,
    });
    const settlement = terms('9000');
    expect(await settle(handle.reservationId, settlement)).toMatchObject({
      dueMinorUnits: '9000',
      refunds: [],
    });
    payments.emulator.controls.settlePayment(handle.providerPaymentIntentId, 'succeeded');
    const event = await waitForEvent(payments, handle.reservationId, 'refund.created');
    expect(event.data['refund']).toMatchObject({ amountMinorUnits: '3500', reason: 'cancellation' });
    expect(await settle(handle.reservationId, settlement)).toMatchObject({
      dueMinorUnits: '0',
      keptMinorUnits: '9000',
      refundMinorUnits: '3500',
    });
    expect(await refundsAt(handle.providerPaymentIntentId)).toEqual([3500]);
  });

  it('is returned, once, where a refund by hand fails at the bank afterwards', async () => {
    const { reservationId, intentId } = await paid('pm_card_pendingRefund');
    payments.emulator.controls.notifications.rules.add({ effect: 'drop', types: ['refund.*', 'charge.*'] });
    const byHand = await payments.call(createRefund, tenant.id, { reservationId, amountMinorUnits: '6000' });
    const settlement = terms('4500');
    expect(await settle(reservationId, settlement)).toMatchObject({ refundMinorUnits: '2000' });
    payments.emulator.controls.notifications.rules.clear();
    const byHandId = byHand.ok ? (byHand.value.providerRefundId ?? '') : '';
    payments.emulator.controls.settleRefund(byHandId, 'failed');
    await waitForEvents(payments, reservationId, 'refund.created', 3);
    expect(await settle(reservationId, settlement)).toMatchObject({
      refundMinorUnits: '8000',
      owedMinorUnits: '0',
    });
    expect(await refundsAt(intentId)).toEqual([2000, 6000]);
    expect(eventsOf(payments, reservationId, 'refund.failed')[0]?.data['refund']).toMatchObject({
      reason: 'requested',
    });
  });
});

describe('a settlement whose provider', () => {
  it('gives no answer answers pending within 5 s, and its refund is sent by itself, once', async () => {
    const { reservationId, intentId } = await paid();
    payments.emulator.controls.faults.add({
      effect: 'slow',
      delayMs: 7_000,
      method: 'POST',
      path: '/v1/refunds',
    });
    const before = performance.now();
    const answer = await settle(reservationId, terms('4500'));
    expect(performance.now() - before).toBeLessThan(5_000);
    expect(answer).toMatchObject({ refundMinorUnits: '8000', refunds: [{ state: 'pending' }] });
    await waitForEvent(payments, reservationId, 'refund.created');
    expect(await refundsAt(intentId)).toEqual([8000]);
  });

  it('is away sends its refund once it is back, once', async () => {
    const { reservationId, intentId } = await paid();
    refuseRefunds('refuse', 4);
    const settlement = terms('4500');
    expect(await settle(reservationId, settlement)).toMatchObject({
      refundMinorUnits: '8000',
      refunds: [{ state: 'pending', providerRefundId: null }],
    });
    await waitForEvent(payments, reservationId, 'refund.created');
    expect(await refundsAt(intentId)).toEqual([8000]);
    expect(await settle(reservationId, settlement)).toMatchObject({ refunds: [{ state: 'succeeded' }] });
  });

  it('refuses it shows it as owed, and tries again each hour and not before', async () => {
    const { reservationId, intentId } = await paid();
    refuseRefunds('status', 1);
    const settlement = terms('4500');
    const refused = { refundMinorUnits: '8000', owedMinorUnits: '8000', keptMinorUnits: '4500' };
    expect(await settle(reservationId, settlement)).toMatchObject({
      ...refused,
      refunds: [{ state: 'failed' }],
    });
    expect(await settle(reservationId, settlement)).toMatchObject(refused);
    await payments.restart({ RECONCILE_SECONDS: '0.3' });
    expect(await settle(reservationId, settlement)).toMatchObject(refused);
    await payments.query(
      `UPDATE refunds SET checked_at = now() - interval '61 minutes' WHERE reservation_id = $1`,
      [reservationId],
    );
    await waitForEvent(payments, reservationId, 'refund.created');
    await payments.restart();
    expect(await settle(reservationId, settlement)).toMatchObject({
      refundMinorUnits: '8000',
      owedMinorUnits: '0',
    });
    expect(await refundsAt(intentId)).toEqual([8000]);
  });
});
