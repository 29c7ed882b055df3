import { createRefund } from '@lodging/contract-payments';
import type { Caller } from '@lodging/kit-runtime';
import { clientContext } from '@lodging/kit-testing';
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createTenant, openPayment, pay } from './open-payment.ts';
import type { Tenant } from './open-payment.ts';
import { waitForEvent, waitForEvents } from './published-events.ts';
import { startPayments } from './start-payments.ts';
import type { RunningPayments } from './start-payments.ts';

let payments: RunningPayments;
let tenant: Tenant;

beforeAll(async () => {
  payments = await startPayments();
  tenant = await createTenant(payments);
});
afterAll(() => payments.stop());
afterEach(() => payments.emulator.controls.faults.clear());

const PERMISSION = 'payment:refund:create';

async function paid(): Promise<string> {
  const handle = await openPayment(payments, tenant);
  await pay(payments, tenant, handle);
  await waitForEvent(payments, handle.reservationId, 'payment.succeeded');
  return handle.reservationId;
}

function refundBy(caller: Caller, reservationId: string) {
  const ctx = clientContext(tenant.id, true, { timeoutMs: 5_000, caller });
  return { ctx, answer: payments.bus.request(createRefund, { reservationId, amountMinorUnits: '100' }, ctx) };
}

describe('refund.created', () => {
  it('says which key or operator asked for the refund, and in which request', async () => {
    const reservationId = await paid();
    const secret: Caller = { kind: 'secret', keyId: randomUUID(), permissions: [PERMISSION] };
    const operator: Caller = {
      kind: 'operator',
      keyId: randomUUID(),
      operatorId: randomUUID(),
      permissions: [],
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

  it('still says who asked where the refund was sent again by a timer', async () => {
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
