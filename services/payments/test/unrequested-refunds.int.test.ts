import { createRefund, listUnrequestedRefunds, settleReservation } from '@lodging/contract-payments';
import type { UnrequestedRefund } from '@lodging/contract-payments';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTenant, openPayment, pay } from './open-payment.ts';
import type { Tenant } from './open-payment.ts';
import { waitForEvent } from './published-events.ts';
import { startPayments } from './start-payments.ts';
import type { RunningPayments } from './start-payments.ts';

let payments: RunningPayments;
let tenant: Tenant;
let other: Tenant;

beforeAll(async () => {
  payments = await startPayments();
  [tenant, other] = [await createTenant(payments), await createTenant(payments)];
});
afterAll(() => payments.stop());

async function paid(of: Tenant): Promise<string> {
  const handle = await openPayment(payments, of);
  await pay(payments, of, handle);
  await waitForEvent(payments, handle.reservationId, 'payment.succeeded');
  return handle.reservationId;
}

/** The request has no real tenant: the gateway reads the refunds of all. */
async function list(after: { changedAt: string; id: string } | null, limit = 100) {
  const answer = await payments.call(listUnrequestedRefunds, randomUUID(), { limit, after });
  if (!answer.ok) throw new Error(answer.refusal.detail);
  return answer.value.refunds;
}

async function settled(of: Tenant, reason: 'cancellation' | 'no_show'): Promise<string> {
  const reservationId = await paid(of);
  const settlement = { id: randomUUID(), reason, keepMinorUnits: '4500', offlineMinorUnits: '0' };
  const answer = await payments.call(settleReservation, of.id, { reservationId, settlement });
  expect(answer.ok).toBe(true);
  return reservationId;
}

it('lists what went back by the rules, of all tenants in the order of change, and nothing that was requested', async () => {
  const [first, second] = [await settled(tenant, 'cancellation'), await settled(other, 'no_show')];
  const requested = await paid(tenant);
  const byHand = await payments.call(createRefund, tenant.id, {
    reservationId: requested,
    amountMinorUnits: '500',
  });
  expect(byHand.ok).toBe(true);
  const refunds = await list(null);
  expect(refunds).toMatchObject([
    { tenantId: tenant.id, reservationId: first, amountMinorUnits: '8000', reason: 'cancellation' },
    { tenantId: other.id, reservationId: second, amountMinorUnits: '8000', reason: 'no_show' },
  ]);
  const page = await list(null, 1);
  expect(page.map(({ id }) => id)).toEqual([refunds[0]?.id]);
  expect(await list(page[0] ?? null)).toMatchObject([{ id: refunds[1]?.id }]);
  expect(await list(refunds[1] ?? null)).toEqual([]);
});

it('says of a refund that changed within the last minute that earlier ones may still appear', async () => {
  await settled(tenant, 'cancellation');
  const young = (await list(null)).at(-1) as UnrequestedRefund;
  expect(young.isFinal).toBe(false);
  await payments.query(
    `UPDATE payments.refunds SET updated_at = now() - interval '61 seconds' WHERE id = $1`,
    [young.id],
  );
  expect((await list(null)).find(({ id }) => id === young.id)?.isFinal).toBe(true);
});
