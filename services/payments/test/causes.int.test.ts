import { checkPayment, createRefund, openChangeIntent, openIntent } from '@lodging/contract-payments';
import type { Caller } from '@lodging/kit-runtime';
import { clientContext, eventually } from '@lodging/kit-testing';
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { openSession } from './checkout-session.ts';
import { buildIntentRequest, openPayment, pay } from './open-payment.ts';
import type { Tenant } from './open-payment.ts';
import { waitForEvent, waitForEvents } from './published-events.ts';
import { payStay } from './pay-stay.ts';
import type { PublishedEvent, RunningPayments } from './start-payments.ts';
import { usePayments } from './use-payments.ts';

let payments: RunningPayments;
let tenant: Tenant;
usePayments((started) => ({ payments, tenant } = started));

const PERMISSION = 'payment:refund:create';

const paid = async (): Promise<string> => (await payStay(payments, tenant)).reservationId;

function refundBy(caller: Caller, reservationId: string) {
  const ctx = clientContext(tenant.id, true, { timeoutMs: 5_000, caller });
  return { ctx, answer: payments.bus.request(createRefund, { reservationId, amountMinorUnits: '100' }, ctx) };
}

describe('refund.created', () => {
  it('says which key or operator requested the refund, and in which request', async () => {
    const reservationId = await paid();
    const secret: Caller = { kind: 'secret', keyId: randomUUID(), permissions: [PERMISSION] };
    const operator: Caller = {
      kind: 'operator',
      keyId: randomUUID(),
      operatorId: randomUUID(),
      permissions: [PERMISSION],
    };
    const byKey = refundBy(secret, reservationId);
    expect(await byKey.answer).toMatchObject({ ok: true });
    const byOperator = refundBy(operator, reservationId);
    expect(await byOperator.answer).toMatchObject({ ok: true });
    const events = await waitForEvents(payments, reservationId, 'refund.created', 2);
    expect(events.map(({ data }) => data['requestedBy'])).toEqual([
      { kind: 'secret_key', id: secret.keyId, requestId: byKey.ctx.requestId },
      { kind: 'operator', id: operator.operatorId, requestId: byOperator.ctx.requestId },
    ]);
  });

  it('still names the requester where the refund was sent again by a timer', async () => {
    const reservationId = await paid();
    payments.emulator.controls.faults.add({
      effect: 'refuse',
      count: 10,
      method: 'POST',
      path: '/v1/refunds',
    });
    const caller: Caller = { kind: 'secret', keyId: randomUUID(), permissions: [PERMISSION] };
    const { ctx, answer } = refundBy(caller, reservationId);
    expect(await answer).toMatchObject({ ok: true, value: { state: 'pending' } });
    payments.emulator.controls.faults.clear();
    await payments.restart({ RECONCILE_SECONDS: '1' });
    const { data } = await waitForEvent(payments, reservationId, 'refund.created');
    expect(data['requestedBy']).toEqual({
      kind: 'secret_key',
      id: caller.keyId,
      requestId: ctx.requestId,
    });
  });
});

describe('payment.opened', () => {
  const opened = (reservationId: string) =>
    payments.events.filter(({ type, data }) => type.endsWith('opened') && idOf(data) === reservationId);
  const idOf = (data: Record<string, unknown>) => data['reservationId'];
  const untilOpened = (reservationId: string, count = 1) =>
    eventually('it is published', () => {
      const events = opened(reservationId);
      return events.length >= count && events;
    });

  it('says who opened it, once, also where the same request comes again', async () => {
    const caller: Caller = { kind: 'publishable', keyId: randomUUID(), permissions: [] };
    const ctx = clientContext(tenant.id, true, { timeoutMs: 5_000, caller });
    const request = buildIntentRequest();
    for (const _ of [1, 2, 3])
      expect(await payments.bus.request(openIntent, request, ctx)).toMatchObject({ ok: true });
    const { reservationId } = request;
    await payments.call(checkPayment, tenant.id, { reservationId });
    const other = await openPayment(payments, tenant);
    await untilOpened(other.reservationId);
    expect((await untilOpened(reservationId)).map(({ data }) => data)).toEqual([
      {
        reservationId,
        paymentId: expect.any(String),
        requestedBy: { kind: 'publishable_key', id: caller.keyId, requestId: ctx.requestId },
      },
    ]);
  });

  it('says that the guest opened it, and with which key, of what a change costs', async () => {
    const { reservationId } = await payStay(payments, tenant);
    const caller: Caller = { kind: 'publishable', keyId: randomUUID(), permissions: [] };
    const ctx = clientContext(tenant.id, true, { timeoutMs: 5_000, caller });
    const change = {
      reservationId,
      changeId: randomUUID(),
      amountMinorUnits: '4000',
      currency: 'EUR',
      expiresAt: Temporal.Now.instant().add({ minutes: 15 }).toString(),
    };
    const answer = await payments.bus.request(openChangeIntent, { ...change, byGuest: true }, ctx);
    expect(answer).toMatchObject({ ok: true });
    expect((await untilOpened(reservationId, 2)).at(-1)?.data['requestedBy']).toEqual({
      kind: 'publishable_key',
      id: caller.keyId,
      requestId: ctx.requestId,
      byGuest: true,
    });
  });

  it('is published for a session, too, and of one that the provider gave no answer for, once it has it', async () => {
    const session = await openSession(payments, tenant);
    expect(await untilOpened(session.reservationId)).toHaveLength(1);
    payments.emulator.controls.faults.add({ effect: 'refuse', count: 10, path: '/v1/payment_intents' });
    const request = buildIntentRequest();
    expect(await payments.call(openIntent, tenant.id, request)).toMatchObject({ ok: false });
    expect(opened(request.reservationId)).toEqual([]);
    payments.emulator.controls.faults.clear();
    expect(await payments.call(openIntent, tenant.id, request)).toMatchObject({ ok: true });
    expect(await untilOpened(request.reservationId)).toHaveLength(1);
  });
});

describe('an event of payments', () => {
  it('names the event of the provider that reported a payment, its decline and a refund of the dashboard', async () => {
    const handle = await openPayment(payments, tenant);
    const { reservationId } = handle;
    await expect(pay(payments, tenant, handle, 'pm_card_chargeDeclined')).rejects.toThrow('declined');
    const failed = await waitForEvent(payments, reservationId, 'payment.failed');
    expect(await typesOf(failed)).toEqual(['payment_intent.payment_failed']);
    await pay(payments, tenant, handle);
    const succeeded = await waitForEvent(payments, reservationId, 'payment.succeeded');
    expect(await typesOf(succeeded)).toEqual(['payment_intent.succeeded']);
    const payment_intent = handle.providerPaymentIntentId;
    await payments.stripe.refunds.create({ payment_intent }, { stripeAccount: tenant.accountId });
    const refunded = await waitForEvent(payments, reservationId, 'refund.created');
    expect((await typesOf(refunded))[0]).toMatch(/refund/);
  });

  it('names none where the provider was read', async () => {
    payments.emulator.controls.notifications.rules.add({ effect: 'drop' });
    const handle = await openPayment(payments, tenant);
    await pay(payments, tenant, handle);
    await payments.call(checkPayment, tenant.id, { reservationId: handle.reservationId });
    const { data } = await waitForEvent(payments, handle.reservationId, 'payment.succeeded');
    expect(data).not.toHaveProperty('providerEventId');
  });
});

/** Of the events of the provider that are stored under the id which this one names. */
async function typesOf({ data }: PublishedEvent): Promise<string[]> {
  const rows = await payments.query<{ type: string }>(
    'SELECT type FROM provider_events WHERE provider_event_id = $1',
    [data['providerEventId']],
  );
  return rows.map(({ type }) => type);
}
