import { createRefund, endPayment, ops, returnPayment, settleReservation } from '@lodging/contract-payments';
import { eventually } from '@lodging/kit-testing';
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AMOUNT, createTenant } from './open-payment.ts';
import type { Tenant } from './open-payment.ts';
import { startPayments } from './start-payments.ts';
import { payStay } from './pay-stay.ts';
import type { RunningPayments } from './start-payments.ts';

const ALERT = 2;
const STOP = 4;

let payments: RunningPayments;
let tenant: Tenant;

beforeEach(async () => {
  // Refunds are counted by the hour of the clock: none ends within a test.
  await eventually(
    'the hour has a minute left',
    () => Temporal.Now.instant().toZonedDateTimeISO('UTC').minute < 59,
    {
      withinMs: 70_000,
    },
  );
  payments = await startPayments({
    AUTOMATIC_REFUNDS_ALERT: String(ALERT),
    AUTOMATIC_REFUNDS_STOP: String(STOP),
    RECONCILE_SECONDS: '1',
  });
  tenant = await createTenant(payments);
}, 120_000);
afterEach(() => payments.stop());

const paid = (of = tenant) => payStay(payments, of);
type Paid = Awaited<ReturnType<typeof paid>>;

async function paidTimes(count: number, of = tenant): Promise<Paid[]> {
  return Promise.all(Array.from({ length: count }, () => paid(of)));
}

/** As reservations does it in its own name: after a hold that was paid too late, and after the end of a stay. */
async function refundStay({ reservationId }: Paid, of = tenant): Promise<string | undefined> {
  await payments.call(endPayment, of.id, { reservationId });
  const answer = await payments.call(returnPayment, of.id, { reservationId, reason: 'late' });
  if (!answer.ok) throw new Error(answer.refusal.detail);
  return answer.value.refund?.state;
}

async function settleInFull({ reservationId }: Paid): Promise<string | undefined> {
  const settlement = {
    id: randomUUID(),
    reason: 'cancellation' as const,
    keepMinorUnits: '0',
    offlineMinorUnits: '0',
  };
  const answer = await payments.call(settleReservation, tenant.id, { reservationId, settlement });
  if (!answer.ok) throw new Error(answer.refusal.detail);
  return answer.value.refunds[0]?.state;
}

async function refundsAt(stays: readonly Paid[], of = tenant): Promise<number> {
  const lists = await Promise.all(
    stays.map(({ intentId }) =>
      payments.stripe.refunds.list({ payment_intent: intentId }, { stripeAccount: of.accountId }),
    ),
  );
  return lists.flatMap(({ data }) => data).length;
}

const reportsOf = (metric: string) => payments.log.lines.filter((line) => line['metric'] === metric);

const countsOf = (of = tenant) =>
  payments.query<{ sent: number; stopped: number }>(
    'SELECT sent, stopped FROM automatic_refund_hours WHERE tenant_id = $1 ORDER BY hour',
    [of.id],
  );

async function stoppedInHealth(): Promise<unknown> {
  const answer = await payments.call(ops.reportHealth, tenant.id, {});
  if (!answer.ok) throw new Error(answer.refusal.detail);
  return answer.value.facts['refundsStopped'];
}

/** The hour is over: what was counted in it was so an hour ago. */
async function endHour(): Promise<void> {
  await payments.query(`UPDATE automatic_refund_hours SET hour = hour - interval '1 hour'`);
  await payments.query('UPDATE refunds SET stopped_until = now() WHERE stopped_until IS NOT NULL');
}

/** A refund that the reconciler alone can complete: once it has, the reconciler has looked at all that is due. */
async function awaitReconciler(): Promise<void> {
  const other = await createTenant(payments);
  const stay = await paid(other);
  payments.emulator.controls.faults.add({
    effect: 'refuse',
    count: 2,
    method: 'POST',
    path: '/v1/refunds',
  });
  expect(await refundStay(stay, other)).toBe('pending');
  payments.emulator.controls.faults.clear();
  await eventually('the reconciler has sent a refund', async () => (await refundsAt([stay], other)) === 1, {
    withinMs: 20_000,
  });
}

describe('refunds that no client requested', () => {
  it('are not made of a stay whose payment was not ended', async () => {
    const stay = await paid();
    const { reservationId } = stay;
    expect(await payments.call(returnPayment, tenant.id, { reservationId, reason: 'late' })).toMatchObject({
      ok: false,
      refusal: { code: 'payment_not_ended' },
    });
    expect(await refundsAt([stay])).toBe(0);
    expect(await refundStay(stay)).toBe('succeeded');
  });

  it('are reported above the first bound, wait above the second, and go on in the next hour', async () => {
    const stays = await paidTimes(STOP + 3);
    const [settled, returned] = [stays.slice(0, 3), stays.slice(3)];
    const states = await Promise.all([
      ...settled.map(settleInFull),
      ...returned.map((stay) => refundStay(stay)),
    ]);
    expect(states.filter((state) => state === 'succeeded')).toHaveLength(STOP);
    expect(states.filter((state) => state === 'pending')).toHaveLength(3);
    expect(await refundsAt(stays)).toBe(STOP);
    expect(reportsOf('payments.refunds.many')).toEqual([
      expect.objectContaining({ tenantId: tenant.id, sent: ALERT + 1, level: 'error' }),
    ]);
    expect(reportsOf('payments.refunds.stopped')).toEqual([
      expect.objectContaining({ tenantId: tenant.id, sent: STOP, level: 'error' }),
    ]);
    expect(await stoppedInHealth()).toBe(3);

    const [counts] = await countsOf();
    expect(counts?.sent).toBe(STOP);
    // Neither the refunds of others nor what an operator requests waits with them.
    await awaitReconciler();
    const own = await paid();
    const requested = await payments.call(createRefund, tenant.id, { reservationId: own.reservationId });
    expect(requested).toMatchObject({ ok: true, value: { amountMinorUnits: AMOUNT, state: 'succeeded' } });
    // The reconciler came by meanwhile: it tried none of those that wait.
    expect(await countsOf()).toEqual([counts]);
    expect(await refundsAt(stays)).toBe(STOP);

    await endHour();
    await eventually('all money is back', async () => (await refundsAt(stays)) === stays.length, {
      withinMs: 20_000,
    });
    await eventually('nothing is pending', async () => {
      const left = await payments.query(`SELECT FROM refunds WHERE state <> 'succeeded'`);
      return left.length === 0;
    });
    expect(await countsOf()).toEqual([counts, { sent: 3, stopped: 0 }]);
    expect(await stoppedInHealth()).toBe(0);
  });

  it('are counted once, however often their call is repeated', async () => {
    const stay = await paid();
    payments.emulator.controls.faults.add({
      effect: 'refuse',
      count: 3,
      method: 'POST',
      path: '/v1/refunds',
    });
    expect(await refundStay(stay)).toBe('pending');
    await eventually('it is sent again', async () => (await refundsAt([stay])) === 1, { withinMs: 20_000 });
    expect(await countsOf()).toEqual([{ sent: 1, stopped: 0 }]);
  });
});
