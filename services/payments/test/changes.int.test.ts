import {
  cancelAttempt,
  createRefund,
  openChangeIntent,
  openChangeSession,
  openDueIntent,
  readMoney,
  recordOfflinePayment,
  returnChangePayment,
  settleChange,
  settleReservation,
} from '@lodging/contract-payments';
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

const soon = () => Temporal.Now.instant().add({ minutes: 15 }).toString();

const changeOf = (reservationId: string, amountMinorUnits = '4000') => ({
  reservationId,
  changeId: randomUUID() as string,
  amountMinorUnits,
  currency: 'EUR',
  expiresAt: soon(),
});

async function open(change: ReturnType<typeof changeOf>) {
  const answer = await payments.call(openChangeIntent, tenant.id, change);
  if (!answer.ok) throw new Error(`${answer.refusal.code}: ${answer.refusal.detail}`);
  return answer.value;
}

/** A stay that is paid, and a change of it that is paid too. */
async function payChange(amountMinorUnits = '4000') {
  const stay = await payStay(payments, tenant);
  const change = changeOf(stay.reservationId, amountMinorUnits);
  const handle = await open(change);
  await pay(payments, tenant, handle);
  await waitForEvents(payments, stay.reservationId, 'payment.succeeded', 2);
  return { stay, change, handle };
}

async function cancel(reservationId: string, changeId: string | null) {
  const answer = await payments.call(cancelAttempt, tenant.id, { reservationId, changeId });
  if (!answer.ok) throw new Error('cancel-attempt is never refused');
  return answer.value.outcome;
}

async function settle(
  reservationId: string,
  keepMinorUnits: string,
  { changeId = randomUUID() as string, offlineMinorUnits = '0' } = {},
) {
  const request = { reservationId, changeId, keepMinorUnits, offlineMinorUnits };
  const answer = await payments.call(settleChange, tenant.id, request);
  if (!answer.ok) throw new Error('settle-change is never refused');
  return answer.value;
}

async function money(reservationId: string, due: string, paidOfflineMinorUnits = '0') {
  const obligation = { dueByNowMinorUnits: due, paidOfflineMinorUnits };
  const answer = await payments.call(readMoney, tenant.id, { reservationId, obligation });
  if (!answer.ok) throw new Error('read-money is never refused');
  return answer.value;
}

const refusalOf = async (answer: Promise<{ ok: boolean; refusal?: { code: string } }>) =>
  (await answer).refusal?.code;

async function refundsAt(intentId: string) {
  const list = await payments.stripe.refunds.list(
    { payment_intent: intentId },
    { stripeAccount: tenant.accountId },
  );
  return list.data.filter(({ status }) => status !== 'failed').map(({ amount }) => amount);
}

const refuseRefunds = (count: number) =>
  payments.emulator.controls.faults.add({
    effect: 'status',
    status: 400,
    count,
    method: 'POST',
    path: '/v1/refunds',
  });

async function handOver(reservationId: string, amountMinorUnits: string, paidOfflineMinorUnits: string) {
  const recorded = await payments.call(recordOfflinePayment, tenant.id, {
    reservationId,
    idempotencyKey: randomUUID(),
    purpose: 'change',
    amountMinorUnits,
    currency: 'EUR',
    method: 'cash',
    note: null,
    returned: true,
    obligation: { paidOfflineMinorUnits },
  });
  expect(recorded).toMatchObject({ ok: true });
}

describe('the payment of a change', () => {
  it('is the one live payment of its stay, under one intent however often it is requested', async () => {
    const { reservationId } = await payStay(payments, tenant);
    const change = changeOf(reservationId);
    const handles = await Promise.all(Array.from({ length: 6 }, () => open(change)));
    expect(new Set(handles.map((handle) => handle.providerPaymentIntentId)).size).toBe(1);
    expect(handles[0]).toMatchObject({ amountMinorUnits: '4000', state: 'requires_payment' });
    expect(await refusalOf(payments.call(openChangeIntent, tenant.id, changeOf(reservationId)))).toBe(
      'payment_already_initiated',
    );
    const { payments: entries } = await money(reservationId, AMOUNT);
    expect(entries.map(({ purpose }) => purpose)).toEqual(['stay', 'change']);
  });

  it('publishes its purpose and its change, and is answered again once it is paid', async () => {
    const { stay, change, handle } = await payChange();
    const [ofStay, ofChange] = eventsOf(payments, stay.reservationId, 'payment.succeeded');
    expect(ofStay?.data).toMatchObject({ purpose: 'stay', changeId: null });
    expect(ofChange?.data).toMatchObject({ purpose: 'change', changeId: change.changeId });
    expect(await open(change)).toMatchObject({
      providerPaymentIntentId: handle.providerPaymentIntentId,
      state: 'succeeded',
    });
    expect(await cancel(stay.reservationId, change.changeId)).toBe('succeeded');
  });

  it('ends without an event when the change is given up, and the stay can be paid further', async () => {
    const { reservationId } = await payStay(payments, tenant);
    const change = changeOf(reservationId);
    const handle = await open(change);
    expect(await cancel(reservationId, change.changeId)).toBe('ended');
    expect(await cancel(reservationId, change.changeId)).toBe('ended');
    expect(await stateOf(payments, reservationId)).toBe('failed');
    await expect(pay(payments, tenant, handle)).rejects.toThrow();
    expect(await refusalOf(payments.call(openChangeIntent, tenant.id, change))).toBe('nothing_due');
    await open(changeOf(reservationId));
    expect(eventsOf(payments, reservationId, 'payment.failed')).toEqual([]);
  });

  it('is never opened after its change was given up, also where it had not been opened before', async () => {
    const { reservationId } = await payStay(payments, tenant);
    const change = changeOf(reservationId);
    expect(await cancel(reservationId, change.changeId)).toBe('none');
    expect(await refusalOf(payments.call(openChangeIntent, tenant.id, change))).toBe('nothing_due');
  });

  it('is refused after the stay has ended, and without an account', async () => {
    const { reservationId } = await payStay(payments, tenant);
    const settlement = {
      id: randomUUID(),
      reason: 'cancellation' as const,
      keepMinorUnits: AMOUNT,
      offlineMinorUnits: '0',
    };
    await payments.call(settleReservation, tenant.id, { reservationId, settlement });
    expect(await refusalOf(payments.call(openChangeIntent, tenant.id, changeOf(reservationId)))).toBe(
      'nothing_due',
    );
    expect(await refusalOf(payments.call(openChangeIntent, randomUUID(), changeOf(randomUUID())))).toBe(
      'provider_not_configured',
    );
  });

  it('may move to a page of the provider, which takes the place of the intent', async () => {
    const { reservationId } = await payStay(payments, tenant);
    const change = changeOf(reservationId);
    const handle = await open(change);
    const urls = { successUrl: 'https://hotel.example/ok', cancelUrl: 'https://hotel.example/no' };
    const session = await payments.call(openChangeSession, tenant.id, { ...change, ...urls });
    expect(session).toMatchObject({ ok: true, value: { amountMinorUnits: '4000', currency: 'EUR' } });
    expect(await payments.call(openChangeSession, tenant.id, { ...change, ...urls })).toEqual(session);
    await expect(pay(payments, tenant, handle)).rejects.toThrow();
    expect(await cancel(reservationId, change.changeId)).toBe('ended');
  });
});

describe('cancel-attempt without a change', () => {
  it('ends the payment of a hold and lets another one be opened', async () => {
    const request = buildIntentRequest();
    const { reservationId } = request;
    const handle = await openPayment(payments, tenant, request);
    expect(await cancel(reservationId, null)).toBe('ended');
    await expect(pay(payments, tenant, handle)).rejects.toThrow();
    const again = await openPayment(payments, tenant, {
      ...buildIntentRequest({ reservationId }),
      amountMinorUnits: '20000',
    });
    expect(again.amountMinorUnits).toBe('20000');
    await pay(payments, tenant, again);
    await waitForEvent(payments, reservationId, 'payment.succeeded');
    expect(await cancel(reservationId, null)).toBe('succeeded');
  });

  it('says that there is none, and leaves the payment of a change alone', async () => {
    expect(await cancel(randomUUID(), null)).toBe('none');
    const { reservationId } = await payStay(payments, tenant);
    const change = changeOf(reservationId);
    await open(change);
    expect(await cancel(reservationId, null)).toBe('succeeded');
    expect(await stateOf(payments, reservationId)).toBe('requires_payment');
  });
});

describe('money for a change that has ended', () => {
  it('goes back in full and once', async () => {
    const { stay, change, handle } = await payChange();
    const { reservationId } = stay;
    const give = () =>
      payments.call(returnChangePayment, tenant.id, { reservationId, changeId: change.changeId });
    const [first, ...others] = await Promise.all(Array.from({ length: 5 }, give));
    expect(first).toMatchObject({ ok: true, value: { refund: { amountMinorUnits: '4000' } } });
    const ids = [first, ...others].map((answer) => (answer?.ok ? answer.value.refund?.id : undefined));
    expect(new Set(ids).size).toBe(1);
    await eventually(
      'the refund has succeeded',
      async () => (await refundsAt(handle.providerPaymentIntentId)).length === 1,
    );
    expect(await refundsAt(handle.providerPaymentIntentId)).toEqual([4000]);
    expect(await refundsAt(stay.intentId)).toEqual([]);
    const event = await waitForEvent(payments, reservationId, 'refund.created');
    expect(event.data['refund']).toMatchObject({ reason: 'late' });
    expect(await cancel(reservationId, change.changeId)).toBe('ended');
    expect(await money(reservationId, AMOUNT)).toMatchObject({ dueMinorUnits: '0', owedMinorUnits: '0' });
  });

  it('is nothing where nothing was paid', async () => {
    const { reservationId } = await payStay(payments, tenant);
    const request = { reservationId, changeId: randomUUID() };
    expect(await payments.call(returnChangePayment, tenant.id, request)).toMatchObject({
      ok: true,
      value: { refund: null },
    });
  });

  it('is owed while the provider refuses to return it, and retried', async () => {
    const { stay, change, handle } = await payChange();
    const { reservationId } = stay;
    refuseRefunds(1);
    const returned = await payments.call(returnChangePayment, tenant.id, {
      reservationId,
      changeId: change.changeId,
    });
    expect(returned).toMatchObject({ ok: true, value: { refund: { state: 'failed' } } });
    expect(await money(reservationId, AMOUNT)).toMatchObject({ owedMinorUnits: '4000' });
    await payments.query(
      `UPDATE refunds SET checked_at = now() - interval '2 days' WHERE reservation_id = $1`,
      [reservationId],
    );
    await payments.restart();
    await eventually(
      'the money is returned',
      async () => (await refundsAt(handle.providerPaymentIntentId)).length === 1,
    );
  });
});

describe('settle-change', () => {
  it('returns what is here above the obligation, once, however many requests arrive at once', async () => {
    const { reservationId, intentId } = await payStay(payments, tenant);
    const changeId = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => settle(reservationId, '4500', { changeId })),
    );
    for (const answer of [...answers, await settle(reservationId, '9999', { changeId })])
      expect(answer).toMatchObject({
        netMinorUnits: AMOUNT,
        refundMinorUnits: '8000',
        owedMinorUnits: '0',
        refunds: [{ amountMinorUnits: '8000' }],
      });
    expect(await refundsAt(intentId)).toEqual([8000]);
    const event = await waitForEvent(payments, reservationId, 'refund.created');
    expect(event.data['refund']).toMatchObject({ reason: 'change' });
    expect(await money(reservationId, '4500')).toMatchObject({
      collectedMinorUnits: AMOUNT,
      returnedMinorUnits: '8000',
      dueMinorUnits: '0',
      owedMinorUnits: '0',
    });
    // What the change returned is due again after a later one that costs more.
    expect(await money(reservationId, '6000')).toMatchObject({ dueMinorUnits: '1500' });
  });

  it('takes it from the newest payment first', async () => {
    const { stay, handle } = await payChange('4000');
    expect(await settle(stay.reservationId, '10000')).toMatchObject({ refundMinorUnits: '6500' });
    expect(await refundsAt(handle.providerPaymentIntentId)).toEqual([4000]);
    expect(await refundsAt(stay.intentId)).toEqual([2500]);
  });

  it('returns by each change what is above its own obligation, and the rest by the cancellation', async () => {
    const { reservationId, intentId } = await payStay(payments, tenant);
    await settle(reservationId, '10000');
    await settle(reservationId, '7000');
    expect(await settle(reservationId, '7000')).toMatchObject({ refundMinorUnits: '0', refunds: [] });
    const settlement = {
      id: randomUUID(),
      reason: 'cancellation' as const,
      keepMinorUnits: '3000',
      offlineMinorUnits: '0',
    };
    const settled = await payments.call(settleReservation, tenant.id, { reservationId, settlement });
    expect(settled).toMatchObject({ ok: true, value: { refundMinorUnits: '4000', keptMinorUnits: '3000' } });
    expect((await refundsAt(intentId)).toSorted((one, other) => one - other)).toEqual([2500, 3000, 4000]);
    expect(await settle(reservationId, '0')).toMatchObject({ refundMinorUnits: '0', refunds: [] });
  });

  it('owes what the provider refuses, tries it again, and does not return twice what the operator did', async () => {
    const { reservationId, intentId } = await payStay(payments, tenant);
    refuseRefunds(1);
    expect(await settle(reservationId, '4500')).toMatchObject({
      refundMinorUnits: '8000',
      owedMinorUnits: '8000',
      refunds: [{ state: 'failed' }],
    });
    expect(await money(reservationId, '4500')).toMatchObject({ owedMinorUnits: '8000' });
    await payments.call(createRefund, tenant.id, { reservationId, amountMinorUnits: '3000' });
    expect(await money(reservationId, '4500')).toMatchObject({ owedMinorUnits: '5000' });
    await payments.query(
      `UPDATE refunds SET checked_at = now() - interval '2 days' WHERE reservation_id = $1`,
      [reservationId],
    );
    await payments.restart();
    await eventually('the rest is returned', async () => (await refundsAt(intentId)).length === 2);
    expect((await refundsAt(intentId)).toSorted((one, other) => one - other)).toEqual([3000, 5000]);
    expect(await money(reservationId, '4500')).toMatchObject({ owedMinorUnits: '0', dueMinorUnits: '0' });
  });

  it('says what the operator has to hand over of a booking that was paid offline', async () => {
    const reservationId = randomUUID();
    const offline = { offlineMinorUnits: '30000' };
    expect(await settle(reservationId, '10000', offline)).toMatchObject({
      netMinorUnits: '30000',
      refundMinorUnits: '20000',
      owedMinorUnits: '20000',
      refunds: [],
    });
    await handOver(reservationId, '20000', '30000');
    expect(await money(reservationId, '10000', '30000')).toMatchObject({
      collectedMinorUnits: '30000',
      returnedMinorUnits: '20000',
      dueMinorUnits: '0',
      owedMinorUnits: '0',
    });
    expect(await money(reservationId, '15000', '30000')).toMatchObject({ dueMinorUnits: '5000' });
  });

  it('leaves a stay that is cancelled without terms to the operator, but for what a change returns', async () => {
    const { reservationId, intentId } = await payStay(payments, tenant);
    await settle(reservationId, '4500');
    publishCancellation(payments, tenant, reservationId);
    await eventually('the stay has ended', async () =>
      payments
        .query('SELECT 1 FROM ledgers WHERE reservation_id = $1 AND ended_at IS NOT NULL', [reservationId])
        .then((rows) => rows.length === 1),
    );
    expect(await refundsAt(intentId)).toEqual([8000]);
  });
});

/** 2500, of 15000 in all. */
const openDue = (reservationId: string) =>
  payments.call(openDueIntent, tenant.id, {
    reservationId,
    idempotencyKey: randomUUID(),
    purpose: 'change',
    obligation: { dueByNowMinorUnits: '15000', paidOfflineMinorUnits: '0' },
    currency: 'EUR',
  });

it('returns nothing of the payment for a change, whatever an earlier one owes: its own settlement decides', async () => {
  const reservationId = randomUUID();
  const offline = { offlineMinorUnits: '30000' };
  await settle(reservationId, '20000', offline);
  const change = changeOf(reservationId, '5000');
  const handle = await open(change);
  await pay(payments, tenant, handle);
  await waitForEvent(payments, reservationId, 'payment.succeeded');
  const { changeId } = change;
  await settle(reservationId, '35000', { changeId, ...offline });
  expect(await refundsAt(handle.providerPaymentIntentId)).toEqual([]);
  expect(await money(reservationId, '35000', '30000')).toMatchObject({
    collectedMinorUnits: '35000',
    owedMinorUnits: '0',
    dueMinorUnits: '0',
  });
});

it('takes what a change left due later, with its purpose', async () => {
  const { reservationId } = await payStay(payments, tenant);
  expect(await openDue(reservationId)).toMatchObject({ ok: true, value: { amountMinorUnits: '2500' } });
});

it.each([
  ['ends a payment of more than is due after a cheaper change', '13000', 'canceled'],
  ['leaves a payment that is still due after a change', '15000', 'requires_payment_method'],
])('%s', async (_, keep, status) => {
  const { reservationId } = await payStay(payments, tenant);
  const opened = await openDue(reservationId);
  if (!opened.ok) throw new Error('it is due');
  await settle(reservationId, keep);
  const { providerPaymentIntentId: intentId } = opened.value;
  const intent = await payments.stripe.paymentIntents.retrieve(
    intentId,
    {},
    {
      stripeAccount: tenant.accountId,
    },
  );
  expect(intent.status).toBe(status);
});
