import {
  createRefund,
  endPayment,
  openDueIntent,
  openDueSession,
  readBalance,
  readMoney,
  recordOfflinePayment,
  settleReservation,
  checkPayment,
} from '@lodging/contract-payments';
import type { RequestOf } from '@lodging/contract-wire';
import { eventually } from '@lodging/kit-testing';
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { payInBrowser } from './checkout-session.ts';
import { AMOUNT, openPayment, pay } from './open-payment.ts';
import type { Tenant } from './open-payment.ts';
import { publishCancellation, publishNoShow } from './publish-cancellation.ts';
import { waitForEvent, waitForEvents } from './published-events.ts';
import type { RunningPayments } from './start-payments.ts';
import { usePayments } from './use-payments.ts';

const TOTAL = '20000';
const BALANCE = '7500';

let payments: RunningPayments;
let tenant: Tenant;
usePayments((started) => ({ payments, tenant } = started));

const obligation = { dueByNowMinorUnits: TOTAL, paidOfflineMinorUnits: '0' };
type DueRequest = RequestOf<typeof openDueIntent>;
const due = (reservationId: string, changes: Partial<DueRequest> = {}): DueRequest => ({
  reservationId,
  idempotencyKey: randomUUID(),
  purpose: 'balance',
  obligation,
  currency: 'EUR',
  ...changes,
});
const open = (request: DueRequest) => payments.call(openDueIntent, tenant.id, request);
const refused = (code: string) => ({ ok: false, refusal: { code } });

const byId = (one: { id: string }, other: { id: string }) => (one.id < other.id ? -1 : 1);

async function deposited() {
  const handle = await openPayment(payments, tenant);
  await pay(payments, tenant, handle);
  await waitForEvent(payments, handle.reservationId, 'payment.succeeded');
  return handle.reservationId;
}
async function money(reservationId: string) {
  const answer = await payments.call(readMoney, tenant.id, { reservationId, obligation });
  if (!answer.ok) throw new Error(answer.refusal.detail);
  return answer.value;
}
async function withBalance() {
  const reservationId = await deposited();
  const opened = await open(due(reservationId));
  if (!opened.ok) throw new Error(opened.refusal.detail);
  await pay(payments, tenant, opened.value);
  await waitForEvents(payments, reservationId, 'payment.succeeded', 2);
  return { reservationId, balance: opened.value };
}

describe('open-due-intent', () => {
  it('asks for what is due, and for nothing once it is paid', async () => {
    const reservationId = await deposited();
    expect(await money(reservationId)).toMatchObject({ collectedMinorUnits: AMOUNT, dueMinorUnits: BALANCE });
    const request = due(reservationId);
    const opened = await open(request);
    expect(opened).toMatchObject({
      ok: true,
      value: { amountMinorUnits: BALANCE, state: 'requires_payment' },
    });
    expect(await open(due(reservationId))).toMatchObject(refused('payment_already_initiated'));
    if (opened.ok) await pay(payments, tenant, opened.value);
    await waitForEvents(payments, reservationId, 'payment.succeeded', 2);
    expect(await money(reservationId)).toMatchObject({
      collectedMinorUnits: TOTAL,
      dueMinorUnits: '0',
      payments: [
        { purpose: 'stay', amountMinorUnits: AMOUNT, method: 'card', state: 'succeeded' },
        { purpose: 'balance', amountMinorUnits: BALANCE, method: 'card', state: 'succeeded' },
      ],
    });
    expect(await open(due(reservationId))).toMatchObject(refused('nothing_due'));
    expect(await open(request)).toMatchObject({ ok: true, value: { state: 'succeeded' } });
    expect(await open({ ...request, amountMinorUnits: '1' })).toMatchObject(
      refused('idempotency_key_conflict'),
    );
    expect(await open({ ...request, reservationId: randomUUID() })).toMatchObject(
      refused('idempotency_key_conflict'),
    );
  });

  it('refuses more than is due, however many digits it has', async () => {
    const reservationId = await deposited();
    for (const amountMinorUnits of ['7501', '9'.repeat(16), '9'.repeat(1_000)])
      expect(await open(due(reservationId, { amountMinorUnits }))).toMatchObject(
        refused('validation_failed'),
      );
  });

  it('opens one intent from twenty requests with one key, and one from twenty keys', async () => {
    const [one, other] = [await deposited(), await deposited()];
    const request = due(one);
    const same = await Promise.all(Array.from({ length: 20 }, () => open(request)));
    expect(new Set(same.map((answer) => answer.ok && answer.value.providerPaymentIntentId)).size).toBe(1);
    const many = await Promise.all(Array.from({ length: 20 }, () => open(due(other))));
    expect(many.filter(({ ok }) => ok)).toHaveLength(1);
    for (const answer of many.filter(({ ok }) => !ok))
      expect(answer).toMatchObject(refused('payment_already_initiated'));
  });

  it('says that the stay is paid by its own payment, whatever else is open', async () => {
    const { reservationId } = await withBalance();
    const refundOfStay = await payments.call(createRefund, tenant.id, {
      reservationId,
      amountMinorUnits: BALANCE,
    });
    expect(refundOfStay.ok).toBe(true);
    expect(await payments.call(checkPayment, tenant.id, { reservationId })).toMatchObject({
      value: { state: 'succeeded', amountMinorUnits: AMOUNT },
    });
  });

  it('is free again where the provider refused, and ends after a day', async () => {
    const reservationId = await deposited();
    const request = due(reservationId);
    payments.emulator.controls.faults.add({
      effect: 'status',
      status: 400,
      method: 'POST',
      path: '/v1/payment_intents',
    });
    expect(await open(request)).toMatchObject(refused('payment_setup_failed'));
    const opened = await open(request);
    expect(opened.ok).toBe(true);
    await payments.query(
      `UPDATE payments SET expires_at = now(), checked_at = now() - interval '1 hour'
       WHERE reservation_id = $1 AND purpose = 'balance' AND state = 'requires_payment'`,
      [reservationId],
    );
    await payments.restart({ RECONCILE_SECONDS: '0.3' });
    await eventually('another can be opened', async () => (await open(due(reservationId))).ok);
    await payments.restart();
  });
});

describe('open-due-session', () => {
  it('opens a page for what is due, once for its key', async () => {
    const reservationId = await deposited();
    const urls = { successUrl: 'https://hotel.example/ok', cancelUrl: 'https://hotel.example/no' };
    const request = { ...due(reservationId, { amountMinorUnits: '2500' }), ...urls };
    const opened = await payments.call(openDueSession, tenant.id, request);
    expect(opened).toMatchObject({ ok: true, value: { amountMinorUnits: '2500', currency: 'EUR' } });
    const again = await payments.call(openDueSession, tenant.id, request);
    expect(again).toEqual({ ...opened, replayed: true });
    const elsewhere = { ...request, idempotencyKey: randomUUID(), successUrl: 'https://evil.example/' };
    expect(await payments.call(openDueSession, tenant.id, elsewhere)).toMatchObject(
      refused('invalid_redirect_url'),
    );
    if (opened.ok) await payInBrowser(opened.value.url);
    await waitForEvents(payments, reservationId, 'payment.succeeded', 2);
    expect(await money(reservationId)).toMatchObject({ dueMinorUnits: '5000' });
  });
});

describe('a reservation with several payments', () => {
  it('says of each part of its refund whether it was refused, and so do its payments', async () => {
    const { reservationId } = await withBalance();
    payments.emulator.controls.faults.add({
      effect: 'status',
      status: 400,
      method: 'POST',
      path: '/v1/refunds',
    });
    const refund = await payments.call(createRefund, tenant.id, { reservationId });
    if (!refund.ok) throw new Error(refund.refusal.detail);
    const { others = [], ...made } = refund.value;
    expect([made.state, ...others.map(({ state }) => state)]).toEqual(['succeeded', 'failed']);
    const { refunds, returnedMinorUnits } = await money(reservationId);
    expect(returnedMinorUnits).toBe(made.amountMinorUnits);
    const parts = [made, ...others].map(({ id, state }) => ({ id, state }));
    expect(refunds.map(({ id, state }) => ({ id, state })).toSorted(byId)).toEqual(parts.toSorted(byId));
    const rest = await payments.call(createRefund, tenant.id, { reservationId });
    expect(rest).toMatchObject({ ok: true, value: { amountMinorUnits: others[0]?.amountMinorUnits } });
  });

  it('is refunded over all of them, the newest first, each with a refund of its own', async () => {
    const { reservationId, balance } = await withBalance();
    const refund = await payments.call(createRefund, tenant.id, { reservationId, amountMinorUnits: '8000' });
    expect(refund).toMatchObject({
      ok: true,
      value: { amountMinorUnits: BALANCE, others: [{ amountMinorUnits: '500' }] },
    });
    const ofBalance = await payments.stripe.refunds.list(
      { payment_intent: balance.providerPaymentIntentId },
      { stripeAccount: tenant.accountId },
    );
    expect(ofBalance.data.map(({ amount }) => amount)).toEqual([Number(BALANCE)]);
    expect(await payments.call(createRefund, tenant.id, { reservationId })).toMatchObject({
      ok: true,
      value: { amountMinorUnits: '12000' },
    });
    expect(await money(reservationId)).toMatchObject({
      returnedMinorUnits: TOTAL,
      dueMinorUnits: '0',
      owedMinorUnits: '0',
    });
  });

  it('is settled over all of them', async () => {
    const { reservationId } = await withBalance();
    const settlement = {
      id: randomUUID(),
      reason: 'cancellation' as const,
      keepMinorUnits: '5000',
      offlineMinorUnits: '0',
    };
    const settled = await payments.call(settleReservation, tenant.id, { reservationId, settlement });
    expect(settled).toMatchObject({
      ok: true,
      value: {
        refundMinorUnits: '15000',
        refunds: [{ amountMinorUnits: BALANCE }, { amountMinorUnits: '7500' }],
      },
    });
    expect(await money(reservationId)).toMatchObject({ keepMinorUnits: '5000', owedMinorUnits: '0' });
  });
});

const statusOf = async (intentId: string) =>
  (await payments.stripe.paymentIntents.retrieve(intentId, {}, { stripeAccount: tenant.accountId })).status;

describe('a stay that was confirmed when its hold had ended', () => {
  it('can be paid until the stay ends, whatever is published about its hold', async () => {
    const reservationId = await deposited();
    const endHold = () => payments.call(endPayment, tenant.id, { reservationId });
    expect(await endHold()).toMatchObject({ value: { outcome: 'succeeded' } });
    expect(await money(reservationId)).toMatchObject({ dueMinorUnits: BALANCE });
    const opened = await open(due(reservationId, { amountMinorUnits: '7000' }));
    if (!opened.ok) throw new Error(opened.refusal.detail);
    expect(await endHold()).toMatchObject({ value: { outcome: 'succeeded' } });
    await payments.query(
      `UPDATE payments SET checked_at = now() - interval '1 hour' WHERE reservation_id = $1`,
      [reservationId],
    );
    await payments.restart({ RECONCILE_SECONDS: '0.3' });
    await eventually('the reconciler has looked at it', async () => {
      const sql = `SELECT FROM payments WHERE reservation_id = $1 AND purpose = 'balance'
                   AND checked_at > now() - interval '1 minute'`;
      return (await payments.query(sql, [reservationId])).length === 1;
    });
    await payments.restart();
    await pay(payments, tenant, opened.value);
    await waitForEvents(payments, reservationId, 'payment.succeeded', 2);
    expect(await money(reservationId)).toMatchObject({ returnedMinorUnits: '0', dueMinorUnits: '500' });
    const rest = await open(due(reservationId));
    if (!rest.ok) throw new Error(rest.refusal.detail);
    publishCancellation(payments, tenant, reservationId);
    const intentId = rest.value.providerPaymentIntentId;
    await eventually('the rest is cancelled', async () => (await statusOf(intentId)) === 'canceled');
    expect(await open(due(reservationId))).toMatchObject(refused('nothing_due'));
  });
});

describe('a guest who did not come', () => {
  it('can pay no balance any more, and what was paid stays where the stay has no terms', async () => {
    const reservationId = await deposited();
    const opened = await open(due(reservationId));
    if (!opened.ok) throw new Error(opened.refusal.detail);
    publishNoShow(payments, tenant, reservationId);
    const intentId = opened.value.providerPaymentIntentId;
    await eventually('the balance is cancelled', async () => (await statusOf(intentId)) === 'canceled');
    expect(await open(due(reservationId))).toMatchObject(refused('nothing_due'));
    expect(await money(reservationId)).toMatchObject({
      collectedMinorUnits: AMOUNT,
      returnedMinorUnits: '0',
    });
  });

  it('is settled by the terms that the event says', async () => {
    const reservationId = await deposited();
    const terms = { reason: 'no_show' as const, keepMinorUnits: '5000', offlineMinorUnits: '0' };
    publishNoShow(payments, tenant, reservationId, { id: randomUUID(), ...terms });
    const event = await waitForEvent(payments, reservationId, 'refund.created');
    expect(event.data['refund']).toMatchObject({ amountMinorUnits: BALANCE, reason: 'no_show' });
  });
});

describe('money that lands after the end', () => {
  it('goes back also where the cancellation is handled after it; what landed before stays', async () => {
    const beforeEither = Temporal.Now.instant();
    const { reservationId, balance } = await withBalance();
    const early = await withBalance();
    publishCancellation(payments, tenant, early.reservationId);
    publishCancellation(payments, tenant, reservationId, undefined, beforeEither);
    const event = await waitForEvent(payments, reservationId, 'refund.created');
    expect(event.data['refund']).toMatchObject({ amountMinorUnits: BALANCE, reason: 'late' });
    const { refunds, payments: entries } = await money(reservationId);
    const ofBalance = entries.find(
      ({ providerPaymentIntentId }) => providerPaymentIntentId === balance.providerPaymentIntentId,
    );
    expect(refunds.map(({ paymentId }) => paymentId)).toEqual([ofBalance?.id]);
    expect(await money(early.reservationId)).toMatchObject({ returnedMinorUnits: '0' });
  });

  it('of a balance goes back in full where the stay has no terms; the money of the stay stays', async () => {
    const reservationId = await deposited();
    const opened = await open(due(reservationId));
    if (!opened.ok) throw new Error(opened.refusal.detail);
    const intentId = opened.value.providerPaymentIntentId;
    payments.emulator.controls.faults.add({
      effect: 'status',
      status: 500,
      count: 0,
      path: `/v1/payment_intents/${intentId}/cancel`,
    });
    publishCancellation(payments, tenant, reservationId);
    await eventually('the ledger has ended', async () => {
      const sql = 'SELECT FROM ledgers WHERE reservation_id = $1 AND ended_at IS NOT NULL';
      return (await payments.query(sql, [reservationId])).length === 1;
    });
    await pay(payments, tenant, opened.value);
    const event = await waitForEvent(payments, reservationId, 'refund.created');
    expect(event.data['refund']).toMatchObject({ amountMinorUnits: BALANCE, reason: 'late' });
    expect(await money(reservationId)).toMatchObject({
      collectedMinorUnits: TOTAL,
      returnedMinorUnits: BALANCE,
    });
  });

  it('of a penalty is kept, and no more is due', async () => {
    const reservationId = await deposited();
    const settlement = {
      id: randomUUID(),
      reason: 'no_show' as const,
      keepMinorUnits: '13000',
      offlineMinorUnits: '0',
    };
    await payments.call(settleReservation, tenant.id, { reservationId, settlement });
    expect(await open(due(reservationId))).toMatchObject(refused('nothing_due'));
    const penalty = await open(due(reservationId, { purpose: 'penalty' }));
    expect(penalty).toMatchObject({ ok: true, value: { amountMinorUnits: '500' } });
    await payments.call(settleReservation, tenant.id, { reservationId, settlement });
    if (penalty.ok) await pay(payments, tenant, penalty.value);
    await waitForEvents(payments, reservationId, 'payment.succeeded', 2);
    expect(await money(reservationId)).toMatchObject({
      collectedMinorUnits: '13000',
      returnedMinorUnits: '0',
      dueMinorUnits: '0',
      owedMinorUnits: '0',
    });
  });
});

describe('record-offline-payment', () => {
  type DeskRequest = RequestOf<typeof recordOfflinePayment>;
  const desk = (reservationId: string, changes: Partial<DeskRequest> = {}): DeskRequest => ({
    reservationId,
    idempotencyKey: randomUUID(),
    purpose: 'balance',
    amountMinorUnits: BALANCE,
    currency: 'EUR',
    method: 'cash',
    note: 'at the desk',
    returned: false,
    obligation: { paidOfflineMinorUnits: '0' },
    ...changes,
  });
  const record = (request: DeskRequest) => payments.call(recordOfflinePayment, tenant.id, request);

  it('is collected once, and a refund skips it', async () => {
    const reservationId = await deposited();
    const request = desk(reservationId);
    const answers = await Promise.all(Array.from({ length: 8 }, () => record(request)));
    expect(new Set(answers.map((answer) => answer.ok && answer.value.id)).size).toBe(1);
    expect(await record({ ...request, amountMinorUnits: '1' })).toMatchObject(
      refused('idempotency_key_conflict'),
    );
    const elsewhere = { ...request, reservationId: randomUUID() };
    expect(await record(elsewhere)).toMatchObject(refused('idempotency_key_conflict'));
    expect(await money(reservationId)).toMatchObject({
      collectedMinorUnits: TOTAL,
      dueMinorUnits: '0',
      payments: [
        {},
        { method: 'cash', note: 'at the desk', state: 'succeeded', providerPaymentIntentId: null },
      ],
    });
    expect(await payments.call(createRefund, tenant.id, { reservationId })).toMatchObject({
      ok: true,
      value: { amountMinorUnits: AMOUNT },
    });
    // What the operator refunded by choice is not due again.
    expect(await money(reservationId)).toMatchObject({
      returnedMinorUnits: AMOUNT,
      paidMinorUnits: TOTAL,
      dueMinorUnits: '0',
    });
    expect(await payments.call(readBalance, tenant.id, { reservationId })).toMatchObject({
      value: {
        netMinorUnits: String(BigInt(TOTAL) - BigInt(AMOUNT)),
        paidMinorUnits: TOTAL,
        returnableMinorUnits: '0',
      },
    });
  });

  it('that was handed back is not sent back as well, and the balance stays readable where the dashboard does', async () => {
    const handle = await openPayment(payments, tenant);
    const { reservationId } = handle;
    await pay(payments, tenant, handle);
    await waitForEvent(payments, reservationId, 'payment.succeeded');
    await record(desk(reservationId, { amountMinorUnits: AMOUNT, returned: true }));
    expect(await payments.call(createRefund, tenant.id, { reservationId })).toMatchObject(
      refused('nothing_to_refund'),
    );
    payments.emulator.controls.refund({ payment_intent: handle.providerPaymentIntentId });
    await waitForEvent(payments, reservationId, 'refund.created');
    expect(await payments.call(readBalance, tenant.id, { reservationId })).toMatchObject({
      value: { netMinorUnits: '0' },
    });
  });

  it('is owed by the operator where the terms keep less, until it is handed back', async () => {
    const reservationId = randomUUID();
    await record(desk(reservationId, { amountMinorUnits: TOTAL }));
    const settlement = {
      id: randomUUID(),
      reason: 'cancellation' as const,
      keepMinorUnits: '5000',
      offlineMinorUnits: '0',
    };
    const settled = await payments.call(settleReservation, tenant.id, { reservationId, settlement });
    expect(settled).toMatchObject({
      ok: true,
      value: { refundMinorUnits: '0', owedMinorUnits: '15000', refunds: [] },
    });
    const back = { purpose: 'penalty' as const, amountMinorUnits: '15000', returned: true };
    expect(await record(desk(reservationId, { ...back, amountMinorUnits: '20001' }))).toMatchObject(
      refused('validation_failed'),
    );
    expect(await record(desk(reservationId, back))).toMatchObject({ ok: true, value: { returned: true } });
    expect(await money(reservationId)).toMatchObject({ returnedMinorUnits: '15000', owedMinorUnits: '0' });
  });
});
