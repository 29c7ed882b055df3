import {
  createRefund,
  openCheckoutSession,
  openIntent,
  recordOfflinePayment,
  returnPayment,
  endPayment,
} from '@lodging/contract-payments';
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { buildSessionRequest } from './checkout-session.ts';
import { AMOUNT, buildIntentRequest, openPayment, pay } from './open-payment.ts';
import type { Tenant } from './open-payment.ts';
import { waitForEvent } from './published-events.ts';
import type { RunningPayments } from './start-payments.ts';
import { usePayments } from './use-payments.ts';

let payments: RunningPayments;
let tenant: Tenant;
usePayments((started) => ({ payments, tenant } = started));

const limitReached = (limit: number) => ({ ok: false, refusal: { code: 'limit_reached', extra: { limit } } });
const countOf = async (table: string, reservationId: string) => {
  const rows = await payments.query(`SELECT 1 FROM ${table} WHERE reservation_id = $1`, [reservationId]);
  return rows.length;
};

describe('the ledger of a reservation', () => {
  it('has 20 keys of one payment; each of them is answered again', async () => {
    const request = buildIntentRequest();
    await openPayment(payments, tenant, request);
    const open = (idempotencyKey: string) =>
      payments.call(openIntent, tenant.id, { ...request, idempotencyKey });
    const keys = Array.from({ length: 19 }, () => randomUUID());
    for (const key of keys)
      expect(await open(key)).toMatchObject({ ok: true, value: { outcome: 'already_open' } });
    expect(await open(randomUUID())).toMatchObject(limitReached(20));
    for (const key of [request.idempotencyKey, ...keys])
      expect(await open(key)).toMatchObject({ ok: true, value: { outcome: 'replayed' } });
    expect(await countOf('opening_keys', request.reservationId)).toBe(20);
  });

  it('has ten payments that the provider refused: the eleventh is not requested there', async () => {
    // One more than is refused would be accepted.
    payments.emulator.controls.faults.add({
      effect: 'status',
      status: 400,
      count: 10,
      path: '/v1/checkout/sessions',
    });
    const request = buildSessionRequest();
    for (let tried = 0; tried < 12; tried += 1)
      expect(await payments.call(openCheckoutSession, tenant.id, request)).toMatchObject({
        ok: false,
        refusal: { code: 'payment_setup_failed' },
      });
    expect(await countOf('payments', request.reservationId)).toBe(10);
    const another = await payments.call(openCheckoutSession, tenant.id, buildSessionRequest());
    expect(another.ok).toBe(true);
  });

  it('has 500 offline payments and 500 refunds; what the rules return is returned all the same', async () => {
    const handle = await openPayment(payments, tenant);
    const { reservationId } = handle;
    await pay(payments, tenant, handle);
    await waitForEvent(payments, reservationId, 'payment.succeeded');
    const record = () =>
      payments.call(recordOfflinePayment, tenant.id, {
        reservationId,
        idempotencyKey: randomUUID(),
        purpose: 'balance',
        amountMinorUnits: '1',
        currency: 'EUR',
        method: 'cash',
        note: null,
        returned: false,
        obligation: { paidOfflineMinorUnits: '0' },
      });
    const refund = () => payments.call(createRefund, tenant.id, { reservationId, amountMinorUnits: '1' });
    expect(await record()).toMatchObject({ ok: true });
    expect(await refund()).toMatchObject({ ok: true });
    await copyRow('offline_payments', { idempotency_key: null }, reservationId);
    await copyRow(
      'refunds',
      { state: 'failed', provider_refund_id: null, provider_key: null },
      reservationId,
    );
    expect(await record()).toMatchObject(limitReached(500));
    expect(await refund()).toMatchObject(limitReached(500));
    expect(await countOf('offline_payments', reservationId)).toBe(500);
    await payments.call(endPayment, tenant.id, { reservationId });
    expect(
      await payments.call(returnPayment, tenant.id, { reservationId, reason: 'cancelled' }),
    ).toMatchObject({
      ok: true,
      value: { refund: { amountMinorUnits: String(BigInt(AMOUNT) - 1n) } },
    });
  });
});

/** The row of the reservation 499 times more, with other ids. */
async function copyRow(table: string, changes: object, reservationId: string): Promise<void> {
  await payments.query(
    `INSERT INTO ${table}
     SELECT copied.* FROM ${table} AS original, generate_series(1, 499) AS at,
       jsonb_populate_record(original, $2::jsonb || jsonb_build_object('id', md5($1::text || at)::uuid)) AS copied
     WHERE original.reservation_id = $1::uuid`,
    [reservationId, JSON.stringify(changes)],
  );
}
