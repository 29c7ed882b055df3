import { createRefund, openDueIntent } from '@lodging/contract-payments';
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { AMOUNT, createTenant, openPayment, pay } from './open-payment.ts';
import type { Tenant } from './open-payment.ts';
import { waitForEvent, waitForEvents } from './published-events.ts';
import type { RunningPayments } from './start-payments.ts';
import { usePayments } from './use-payments.ts';

let payments: RunningPayments;
let tenant: Tenant;
usePayments((started) => ({ payments, tenant } = started));

const refused = (code: string) => ({ ok: false, refusal: { code } });
const refund = (
  reservationId: string,
  idempotencyKey: string,
  amountMinorUnits: string | undefined = '4000',
  of = tenant,
) => payments.call(createRefund, of.id, { reservationId, idempotencyKey, amountMinorUnits });
const refuseRefunds = (count: number) =>
  payments.emulator.controls.faults.add({
    effect: 'status',
    status: 400,
    method: 'POST',
    path: '/v1/refunds',
    count,
  });

async function paid(of = tenant): Promise<string> {
  const handle = await openPayment(payments, of);
  await pay(payments, of, handle);
  await waitForEvent(payments, handle.reservationId, 'payment.succeeded');
  return handle.reservationId;
}

const countRefunds = async (reservationId: string) => {
  const rows = await payments.query('SELECT FROM refunds WHERE reservation_id = $1', [reservationId]);
  return rows.length;
};

describe('a refund under an Idempotency-Key', () => {
  it('is made once, and repeated as it is by then', async () => {
    const [reservationId, key] = [await paid(), randomUUID()];
    const made = await refund(reservationId, key);
    expect(made).toMatchObject({ ok: true, value: { amountMinorUnits: '4000', state: 'succeeded' } });
    expect(await refund(reservationId, key)).toEqual({ ...made, replayed: true });
    const other = await refund(reservationId, randomUUID());
    expect(other).toMatchObject({ ok: true, value: { amountMinorUnits: '4000' } });
    expect(await countRefunds(reservationId)).toBe(2);
  });

  it('is one refund from twenty requests at once', async () => {
    const [reservationId, key] = [await paid(), randomUUID()];
    const answers = await Promise.all(Array.from({ length: 20 }, () => refund(reservationId, key)));
    const ids = answers.map((answer) => answer.ok && answer.value.id);
    expect(new Set(ids).size).toBe(1);
    expect(ids[0]).toBeTypeOf('string');
    expect(answers.filter((answer) => answer.ok && answer.replayed !== true)).toHaveLength(1);
    expect(await countRefunds(reservationId)).toBe(1);
    await waitForEvents(payments, reservationId, 'refund.created', 1);
  });

  it('is refused for another amount, another booking, and not for another tenant', async () => {
    const [reservationId, another, key] = [await paid(), await paid(), randomUUID()];
    expect((await refund(reservationId, key)).ok).toBe(true);
    const conflict = refused('idempotency_key_conflict');
    expect(await refund(reservationId, key, '4001')).toMatchObject(conflict);
    const whole = { reservationId, idempotencyKey: key };
    expect(await payments.call(createRefund, tenant.id, whole)).toMatchObject(conflict);
    expect(await refund(another, key)).toMatchObject(conflict);
    expect(await countRefunds(another)).toBe(0);
    const neighbour = await createTenant(payments);
    expect((await refund(await paid(neighbour), key, '4000', neighbour)).ok).toBe(true);
  });

  it('of one key for two bookings at once is that of one booking', async () => {
    const [one, other, key] = [await paid(), await paid(), randomUUID()];
    const answers = await Promise.all([refund(one, key), refund(other, key)]);
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    expect(answers.find(({ ok }) => !ok)).toMatchObject(refused('idempotency_key_conflict'));
    expect((await countRefunds(one)) + (await countRefunds(other))).toBe(1);
  });

  it('leaves the key free where it was refused', async () => {
    const [reservationId, key] = [await paid(), randomUUID()];
    expect(await refund(reservationId, key, '99999')).toMatchObject(refused('refund_exceeds_payment'));
    refuseRefunds(1);
    expect(await refund(reservationId, key)).toMatchObject(refused('provider_refund_failed'));
    const made = await refund(reservationId, key);
    expect(made).toMatchObject({ ok: true, value: { state: 'succeeded' } });
    expect(await refund(reservationId, key)).toEqual({ ...made, replayed: true });
  });

  it('is repeated with the refunds of all payments that it took', async () => {
    const reservationId = await paid();
    const balance = await payments.call(openDueIntent, tenant.id, {
      reservationId,
      idempotencyKey: randomUUID(),
      purpose: 'balance',
      obligation: { dueByNowMinorUnits: '20000', paidOfflineMinorUnits: '0' },
      currency: 'EUR',
    });
    if (!balance.ok) throw new Error(balance.refusal.detail);
    await pay(payments, tenant, balance.value);
    await waitForEvents(payments, reservationId, 'payment.succeeded', 2);
    const key = randomUUID();
    const whole = { reservationId, idempotencyKey: key };
    refuseRefunds(1);
    const made = await payments.call(createRefund, tenant.id, whole);
    if (!made.ok) throw new Error(made.refusal.detail);
    expect(made.value.others).toHaveLength(1);
    expect(await payments.call(createRefund, tenant.id, whole)).toEqual({ ...made, replayed: true });
  });

  it('forgets the key after thirty days', async () => {
    const [reservationId, key] = [await paid(), randomUUID()];
    expect((await refund(reservationId, key)).ok).toBe(true);
    await payments.query(
      `UPDATE refunds SET created_at = now() - interval '31 days' WHERE idempotency_key = $1`,
      [key],
    );
    await payments.restart();
    const kept = () => payments.query('SELECT FROM refunds WHERE idempotency_key = $1', [key]);
    await expect.poll(kept).toEqual([]);
    expect(await refund(reservationId, key)).toMatchObject({ ok: true, value: { amountMinorUnits: '4000' } });
    expect(await countRefunds(reservationId)).toBe(2);
  });

  it('without an amount refunds the remainder once', async () => {
    const [reservationId, key] = [await paid(), randomUUID()];
    const whole = { reservationId, idempotencyKey: key };
    const made = await payments.call(createRefund, tenant.id, whole);
    expect(made).toMatchObject({ ok: true, value: { amountMinorUnits: AMOUNT } });
    expect(await payments.call(createRefund, tenant.id, whole)).toEqual({ ...made, replayed: true });
  });
});
