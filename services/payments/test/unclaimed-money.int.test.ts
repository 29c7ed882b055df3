import { endPayment, paymentUnclaimed, returnPayment } from '@lodging/contract-payments';
import { eventually } from '@lodging/kit-testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTenant, openPayment, pay } from './open-payment.ts';
import type { Tenant } from './open-payment.ts';
import { waitForEvent } from './published-events.ts';
import { startPayments } from './start-payments.ts';
import type { RunningPayments } from './start-payments.ts';

let payments: RunningPayments;
let tenant: Tenant;
beforeAll(async () => {
  payments = await startPayments({ RECONCILE_SECONDS: '0.3' });
  tenant = await createTenant(payments);
});
afterAll(() => payments.stop());

const end = (reservationId: string) => payments.call(endPayment, tenant.id, { reservationId });

async function paid(): Promise<string> {
  const handle = await openPayment(payments, tenant);
  await pay(payments, tenant, handle);
  await waitForEvent(payments, handle.reservationId, 'payment.succeeded');
  return handle.reservationId;
}
const reportsOf = (reservationId: string) =>
  payments.events.filter(
    ({ type, data }) =>
      type === paymentUnclaimed.type && (data as Record<string, unknown>)['reservationId'] === reservationId,
  );
async function dueAtOnce(reservationId: string): Promise<void> {
  const due = 'UPDATE ledgers SET unclaimed_report_at = now() WHERE reservation_id = $1';
  await payments.query(`${due} AND unclaimed_report_at IS NOT NULL`, [reservationId]);
}
async function nextReportOf(reservationId: string): Promise<number | null> {
  const [row] = await payments.query<{ minutes: number | null }>(
    `SELECT round(extract(epoch FROM unclaimed_report_at - now()) / 60)::int AS minutes
       FROM ledgers WHERE reservation_id = $1`,
    [reservationId],
  );
  return row?.minutes ?? null;
}

describe('money that is still here after its reservation has ended', () => {
  it('is reported to reservations four times, with growing delays', async () => {
    const reservationId = await paid();
    expect(await nextReportOf(reservationId)).toBeNull();
    await end(reservationId);
    const delays: (number | null)[] = [];
    for (const count of [1, 2, 3, 4]) {
      delays.push(await nextReportOf(reservationId));
      await dueAtOnce(reservationId);
      await eventually(`report ${count}`, () => reportsOf(reservationId).length === count);
    }
    expect(delays).toEqual([10, 40, 160, 640]);
    expect(await nextReportOf(reservationId)).toBeNull();
    expect(reportsOf(reservationId)[0]).toMatchObject({ tenantId: tenant.id, livemode: true });
    expect(new Set(reportsOf(reservationId).map(({ id }) => id)).size).toBe(4);
  });

  it('is reported where it arrives after the end', async () => {
    const reservationId = await paid();
    await payments.query('UPDATE ledgers SET ended_at = now() WHERE reservation_id = $1', [reservationId]);
    expect(await nextReportOf(reservationId)).toBeNull();
    await payments.query("UPDATE payments SET state = 'requires_payment' WHERE reservation_id = $1", [
      reservationId,
    ]);
    await end(reservationId);
    expect(await nextReportOf(reservationId)).toBe(10);
  });

  it('is not reported once it was returned, and money that never came is not', async () => {
    const [returned, unpaid] = [await paid(), (await openPayment(payments, tenant)).reservationId];
    await end(returned);
    await end(unpaid);
    await payments.call(returnPayment, tenant.id, { reservationId: returned, reason: 'late' });
    expect([await nextReportOf(returned), await nextReportOf(unpaid)]).toEqual([null, null]);
  });
});
