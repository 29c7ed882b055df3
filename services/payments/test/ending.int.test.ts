// Guards the end: no money moves after it, what landed is given back once, and a reservation that ended ends its payment.
import { endPayment, openIntent, returnPayment, settlePayment } from '@lodging/contract-payments';
import { reservationCancelled, reservationExpired } from '@lodging/contract-reservations';
import { ensureStream } from '@lodging/kit-messaging';
import { eventually } from '@lodging/kit-testing';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AMOUNT, heard, newTenant, opened, order, pay, stateOf, toldOf } from './money.ts';
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

const on = () => ({ stripeAccount: tenant.accountId });
const end = (reservationId: string) => rig.ask(endPayment, tenant.id, { reservationId });
const giveBack = (reservationId: string, reason: 'late' | 'cancelled' = 'late') =>
  rig.ask(returnPayment, tenant.id, { reservationId, reason });

async function refundsOf(intentId: string) {
  return (await rig.stripe.refunds.list({ payment_intent: intentId }, on())).data;
}

async function paidHandle(card = 'pm_card_visa') {
  const handle = await opened(rig, tenant);
  await pay(rig, tenant, handle, card);
  await heard(rig, handle.reservationId, 'payment.succeeded');
  return handle;
}

describe('end-payment', () => {
  it('cancels the open intent at the provider, and none can be opened afterwards', async () => {
    const request = order();
    const handle = await opened(rig, tenant, request);
    expect(await end(request.reservationId)).toMatchObject({ value: { outcome: 'ended' } });
    expect(await end(request.reservationId)).toMatchObject({ value: { outcome: 'ended' } });
    const intent = await rig.stripe.paymentIntents.retrieve(handle.providerPaymentIntentId, {}, on());
    expect(intent.status).toBe('canceled');
    for (const idempotencyKey of [request.idempotencyKey, randomUUID()])
      expect(await rig.ask(openIntent, tenant.id, { ...request, idempotencyKey })).toMatchObject({
        refusal: { code: 'reservation_not_holdable' },
      });
    expect(await rig.ask(settlePayment, tenant.id, request)).toMatchObject({ value: { state: 'failed' } });
    expect(toldOf(rig, request.reservationId, 'payment.failed')).toHaveLength(0);
  });

  it('closes a reservation that never had a payment', async () => {
    const request = order();
    expect(await end(request.reservationId)).toMatchObject({ value: { outcome: 'none' } });
    expect(await rig.ask(openIntent, tenant.id, request)).toMatchObject({
      refusal: { code: 'reservation_not_holdable' },
    });
  });

  it('says succeeded where the guest was faster, also when nobody told us yet', async () => {
    rig.emulator.controls.notifications.rules.add({ effect: 'drop', count: 3, account: tenant.accountId });
    const handle = await opened(rig, tenant);
    await pay(rig, tenant, handle);
    expect(await end(handle.reservationId)).toMatchObject({ value: { outcome: 'succeeded' } });
    await heard(rig, handle.reservationId, 'payment.succeeded');
    rig.emulator.controls.notifications.rules.clear();
  });

  it('leaves one truth when the guest pays at that very moment', async () => {
    for (const _round of Array.from({ length: 8 })) {
      const handle = await opened(rig, tenant);
      const paying = pay(rig, tenant, handle).then(
        () => true,
        () => false,
      );
      const [isPaid, ended] = await Promise.all([paying, end(handle.reservationId)]);
      expect(ended).toMatchObject({ value: { outcome: isPaid ? 'succeeded' : 'ended' } });
      expect(await stateOf(rig, handle.reservationId)).toBe(isPaid ? 'succeeded' : 'failed');
    }
  });

  it('and an open-intent at the same moment leave no intent that could be paid', async () => {
    for (const _round of Array.from({ length: 8 })) {
      const request = order();
      const [answer] = await Promise.all([
        rig.ask(openIntent, tenant.id, request),
        end(request.reservationId),
      ]);
      await end(request.reservationId);
      if (!answer.ok) expect(answer.refusal.code).toBe('reservation_not_holdable');
    }
    const page = await rig.stripe.paymentIntents.list({ limit: 8 }, on());
    expect(page.data.filter(({ status }) => status !== 'canceled' && status !== 'succeeded')).toHaveLength(0);
  });

  it('fails while the provider is away, and ends it on the next try', async () => {
    const handle = await opened(rig, tenant);
    rig.emulator.controls.faults.add({ effect: 'status', status: 500, count: 0 });
    await expect(end(handle.reservationId)).rejects.toThrow('unavailable');
    expect(
      await rig.ask(openIntent, tenant.id, order({ reservationId: handle.reservationId })),
    ).toMatchObject({
      refusal: { code: 'reservation_not_holdable' },
    });
    rig.emulator.controls.faults.clear();
    expect(await end(handle.reservationId)).toMatchObject({ value: { outcome: 'ended' } });
  });

  it('cancels an intent whose answer was lost when it was made', async () => {
    const request = order();
    rig.emulator.controls.faults.add({ effect: 'lost_reply', count: 0, path: '/v1/payment_intents' });
    await expect(opened(rig, tenant, request)).rejects.toThrow('payment_setup_failed');
    rig.emulator.controls.faults.clear();
    expect(await end(request.reservationId)).toMatchObject({ value: { outcome: 'ended' } });
    const page = await rig.stripe.paymentIntents.list({ limit: 1 }, on());
    expect(page.data[0]).toMatchObject({
      status: 'canceled',
      metadata: { reservationId: request.reservationId },
    });
  });
});

describe('return-payment', () => {
  it('gives everything back once under twenty parallel calls', async () => {
    const handle = await paidHandle();
    const answers = await Promise.all(Array.from({ length: 20 }, () => giveBack(handle.reservationId)));
    const ids = answers.map((answer) => (answer.ok ? answer.value.refund?.id : answer.refusal.code));
    expect(new Set(ids).size).toBe(1);
    const refunds = await refundsOf(handle.providerPaymentIntentId);
    expect(refunds.map(({ amount }) => amount)).toEqual([Number(AMOUNT)]);
    const event = await heard(rig, handle.reservationId, 'refund.created');
    expect(event.data).toEqual({
      refund: {
        id: ids[0],
        reservationId: handle.reservationId,
        amountMinorUnits: AMOUNT,
        currency: 'EUR',
        state: 'succeeded',
        providerRefundId: refunds[0]?.id,
      },
    });
    expect(await rig.ask(settlePayment, tenant.id, handle)).toMatchObject({ value: { state: 'refunded' } });
    await eventually('the provider told of it, too', async () => {
      const waiting = await rig.rows(`SELECT FROM provider_events WHERE state = 'waiting'`);
      return waiting.length === 0;
    });
    expect(toldOf(rig, handle.reservationId, 'refund.created')).toHaveLength(1);
    expect(await stateOf(rig, handle.reservationId)).toBe('refunded');
  });

  it('has nothing to give back where nothing came in', async () => {
    const { reservationId } = await opened(rig, tenant);
    expect(await giveBack(reservationId)).toMatchObject({ value: { refund: null } });
    expect(await giveBack(randomUUID())).toMatchObject({ value: { refund: null } });
  });

  it('stays pending when the answer was lost, and the next call finds the same refund', async () => {
    const handle = await paidHandle();
    rig.emulator.controls.faults.add({ effect: 'lost_reply', count: 2, path: '/v1/refunds' });
    rig.emulator.controls.notifications.rules.add({ effect: 'drop', types: ['refund.*', 'charge.*'] });
    const lost = await giveBack(handle.reservationId);
    expect(lost).toMatchObject({ value: { refund: { state: 'pending', providerRefundId: null } } });
    expect(toldOf(rig, handle.reservationId, 'refund.created')).toHaveLength(0);
    const found = await giveBack(handle.reservationId);
    expect(found).toMatchObject({ value: { refund: { state: 'succeeded' } } });
    expect(await refundsOf(handle.providerPaymentIntentId)).toHaveLength(1);
    await heard(rig, handle.reservationId, 'refund.created');
    rig.emulator.controls.notifications.rules.clear();
  });

  it('gives back only what the operator has not given back already', async () => {
    const handle = await paidHandle();
    rig.emulator.controls.refund({ payment_intent: handle.providerPaymentIntentId, amount: 2500 });
    await heard(rig, handle.reservationId, 'refund.created');
    expect(await giveBack(handle.reservationId)).toMatchObject({
      value: { refund: { amountMinorUnits: '10000' } },
    });
    expect(await rig.ask(settlePayment, tenant.id, handle)).toMatchObject({ value: { state: 'refunded' } });
  });

  it('takes in a refund of the dashboard that it stumbles upon, and owes nothing then', async () => {
    const handle = await paidHandle();
    rig.emulator.controls.notifications.rules.add({ effect: 'drop', types: ['refund.*', 'charge.*'] });
    rig.emulator.controls.refund({ payment_intent: handle.providerPaymentIntentId });
    expect(await giveBack(handle.reservationId)).toMatchObject({ value: { refund: { state: 'failed' } } });
    expect(await rig.ask(settlePayment, tenant.id, handle)).toMatchObject({ value: { state: 'refunded' } });
    expect(toldOf(rig, handle.reservationId, 'refund.created').length).toBeLessThanOrEqual(1);
    rig.emulator.controls.notifications.rules.clear();
  });
});

describe('a refund of the dashboard', () => {
  it('is taken into the ledger and told once, although the provider tells of it twice', async () => {
    const handle = await paidHandle();
    const refund = rig.emulator.controls.refund({ payment_intent: handle.providerPaymentIntentId });
    const event = await heard(rig, handle.reservationId, 'refund.created');
    expect(event.data['refund']).toMatchObject({ providerRefundId: refund.id, amountMinorUnits: AMOUNT });
    await eventually(
      'the payment is refunded',
      async () => (await stateOf(rig, handle.reservationId)) === 'refunded',
    );
    expect(toldOf(rig, handle.reservationId, 'refund.created')).toHaveLength(1);
  });

  it('that fails after all leaves the payment paid', async () => {
    const handle = await paidHandle('pm_card_refundFail');
    rig.emulator.controls.refund({ payment_intent: handle.providerPaymentIntentId });
    await eventually('the failure is known', async () => {
      const rows = await rig.rows<{ state: string }>('SELECT state FROM refunds WHERE reservation_id = $1', [
        handle.reservationId,
      ]);
      return rows[0]?.state === 'failed';
    });
    expect(await stateOf(rig, handle.reservationId)).toBe('succeeded');
  });
});

describe('a reservation that ended', () => {
  async function tell(type: string, reservationId: string, state: string, holdExpiresAt: string | null) {
    await ensureStream(rig.bus, { name: 'EVT_RESERVATIONS', subjects: ['evt.reservations.>'] });
    const now = Temporal.Now.instant().toString();
    const reservation = {
      id: reservationId,
      resourceId: randomUUID(),
      ratePlanId: null,
      state,
      startsAt: now,
      endsAt: now,
      totalMinorUnits: AMOUNT,
      currency: 'EUR',
      holdExpiresAt,
      createdAt: now,
      roomTypeId: null,
      quantity: 1,
      source: 'direct',
      occupancyAdults: 1,
      occupancyChildren: 0,
      updatedAt: now,
    };
    const envelope = {
      id: randomUUID(),
      type,
      tenantId: tenant.id,
      livemode: true,
      occurredAt: now,
      aggregateId: reservationId,
      aggregateVersion: 2,
      data: { reservation },
    };
    rig.bus.connection.publish(type, JSON.stringify(envelope));
  }
  const soon = Temporal.Now.instant().toString();

  it.each([
    ['expired', reservationExpired.type],
    ['cancelled', reservationCancelled.type],
  ])('%s takes its open intent with it', async (state, type) => {
    const handle = await opened(rig, tenant);
    await tell(type, handle.reservationId, state, soon);
    await eventually('the intent is cancelled', async () => {
      const intent = await rig.stripe.paymentIntents.retrieve(handle.providerPaymentIntentId, {}, on());
      return intent.status === 'canceled';
    });
  });

  it('cancelled as a hold has its money given back, cancelled as a confirmed stay keeps it', async () => {
    const [held, confirmed] = [await paidHandle(), await paidHandle()];
    await tell(reservationCancelled.type, confirmed.reservationId, 'cancelled', null);
    await tell(reservationCancelled.type, held.reservationId, 'cancelled', soon);
    await heard(rig, held.reservationId, 'refund.created');
    await eventually('both were followed', async () => {
      const ended = await rig.rows(
        'SELECT FROM ledgers WHERE reservation_id = ANY($1) AND ended_at IS NOT NULL',
        [[held.reservationId, confirmed.reservationId]],
      );
      return ended.length === 2;
    });
    expect(await refundsOf(confirmed.providerPaymentIntentId)).toHaveLength(0);
  });
});
