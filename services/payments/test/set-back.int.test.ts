import {
  dismissParkedNotification,
  endPayment,
  listLostPayments,
  settleReservation,
} from '@lodging/contract-payments';
import type { SettlementTerms } from '@lodging/contract-payments';
import { eventually } from '@lodging/kit-testing';
import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { AMOUNT, openPayment } from './open-payment.ts';
import type { Tenant } from './open-payment.ts';
import { waitForEvent } from './published-events.ts';
import { payStay } from './pay-stay.ts';
import type { RunningPayments } from './start-payments.ts';
import { usePayments } from './use-payments.ts';

let payments: RunningPayments;
let tenant: Tenant;
usePayments((started) => ({ payments, tenant } = started));

const paid = () => payStay(payments, tenant);

interface Parked {
  readonly event: string;
  readonly reason: string;
  readonly account: string;
}

const parked = (): Promise<Parked[]> =>
  payments.query<Parked>(
    `SELECT provider_event_id AS event, reason, account_id AS account FROM payments.provider_events
     WHERE state = 'parked' ORDER BY 1`,
  );

/** As after a restore to a moment before the payment: of its time nothing is left. */
async function setBackBefore(reservationId: string, intentId: string): Promise<void> {
  const values = [reservationId];
  for (const table of ['opening_keys', 'refunds', 'payments', 'ledgers'])
    await payments.query(`DELETE FROM payments.${table} WHERE reservation_id = $1`, values);
  await payments.query(`DELETE FROM payments.outbox WHERE aggregate_id = $1`, values);
  await payments.query(
    `DELETE FROM payments.provider_events WHERE notification -> 'subject' ->> 'intentId' = $1`,
    [intentId],
  );
  await payments.query(`UPDATE payments.refund_sweeps SET swept_at = now() - interval '2 hours'`);
}

it('money of a stay that the database lost is parked for an operator, once, and said at doctor; known money is not', async () => {
  const [kept, lost] = [await paid(), await paid()];
  await setBackBefore(lost.reservationId, lost.intentId);
  await payments.restart({ REFUND_SWEEP_SECONDS: '0.3' });
  await eventually('the lost payment is parked', async () => (await parked()).length > 0);
  const expected = [{ event: `swept_${lost.intentId}`, reason: 'payment_lost', account: tenant.accountId }];
  expect(await parked()).toEqual(expected);
  const report = await payments.call(listLostPayments, tenant.id, {});
  expect(report).toMatchObject({
    ok: true,
    value: {
      lostPayments: [
        {
          intentId: lost.intentId,
          tenantId: tenant.id,
          accountId: tenant.accountId,
          amountMinorUnits: AMOUNT,
          currency: 'EUR',
        },
      ],
    },
  });
  const alarms = () =>
    payments.log.lines.filter((line) => line['metric'] === 'payments.notifications.parked');
  expect(alarms()).toHaveLength(1);

  const sweptBefore = await payments.query<{ at: string }>(
    'SELECT max(swept_at)::text AS at FROM payments.refund_sweeps',
  );
  await eventually('another sweep ran', async () => {
    const [now] = await payments.query<{ at: string }>(
      'SELECT max(swept_at)::text AS at FROM payments.refund_sweeps',
    );
    return now?.at !== sweptBefore[0]?.at;
  });
  expect(await parked()).toEqual(expected);
  expect(alarms()).toHaveLength(1);
  expect(kept.intentId).not.toBe(lost.intentId);
}, 60_000);

async function repeatSweep(): Promise<void> {
  const readLast = async () =>
    (await payments.query<{ at: string }>('SELECT max(swept_at)::text AS at FROM payments.refund_sweeps'))[0]
      ?.at;
  const last = await readLast();
  await eventually('another sweep ran', async () => (await readLast()) !== last);
}

async function reported(): Promise<string[]> {
  const report = await payments.call(listLostPayments, tenant.id, {});
  if (!report.ok) throw new Error(report.refusal.code);
  return report.value.lostPayments.map(({ intentId }) => intentId);
}

it('money that was lost and is back with the guest is not listed; money of which a part is back is', async () => {
  await payments.restart();
  const [whole, part] = [await paid(), await paid()];
  payments.emulator.controls.refund({ payment_intent: whole.intentId });
  payments.emulator.controls.refund({ payment_intent: part.intentId, amount: 1 });
  for (const { reservationId } of [whole, part])
    await waitForEvent(payments, reservationId, 'refund.created');
  for (const { reservationId, intentId } of [whole, part]) await setBackBefore(reservationId, intentId);
  await payments.restart({ REFUND_SWEEP_SECONDS: '0.3' });
  await eventually('the other is listed', async () => (await reported()).includes(part.intentId));
  await repeatSweep();
  await repeatSweep();
  expect(await reported()).not.toContain(whole.intentId);
}, 60_000);

it('lost money stays listed where the process that found it died before it had parked it', async () => {
  const [found] = await parked();
  if (found === undefined) throw new Error('nothing is parked');
  await payments.query(
    `UPDATE payments.provider_events SET state = 'waiting', reason = NULL, settled_at = NULL,
       next_attempt_at = now(), received_at = now() - interval '25 hours' WHERE provider_event_id = $1`,
    [found.event],
  );
  expect(await reported()).toContain(found.event.replace('swept_', ''));
  await eventually('it is given up', async () =>
    (await parked()).some(({ event, reason }) => event === found.event && reason === 'unknown_payment'),
  );
  expect(await reported()).toContain(found.event.replace('swept_', ''));
}, 60_000);

it('refunds are swept where the paid intents of an account cannot be listed', async () => {
  await payments.restart();
  const { reservationId, intentId } = await paid();
  payments.emulator.controls.notifications.rules.add({ effect: 'drop', types: ['refund.*', 'charge.*'] });
  payments.emulator.controls.refund({ payment_intent: intentId, amount: 2500 });
  const fault = { method: 'GET', path: '/v1/payment_intents' };
  payments.emulator.controls.faults.add({ effect: 'status', status: 500, count: 0, ...fault });
  await payments.query(`UPDATE payments.refund_sweeps SET swept_at = now() - interval '2 hours'`);
  await payments.restart({ REFUND_SWEEP_SECONDS: '0.3' });
  await waitForEvent(payments, reservationId, 'refund.created');
  payments.emulator.controls.faults.clear();
}, 60_000);

it('a part that a lost settlement refunded is not refunded a second time when the settlement is requested again', async () => {
  await payments.restart();
  const { reservationId, intentId } = await paid();
  const settlement: SettlementTerms = {
    id: randomUUID(),
    reason: 'cancellation',
    keepMinorUnits: '9000',
    offlineMinorUnits: '0',
  };
  const request = () => payments.call(settleReservation, tenant.id, { reservationId, settlement });
  expect(await request()).toMatchObject({
    ok: true,
    value: { refundMinorUnits: '3500', keptMinorUnits: '9000' },
  });
  for (const table of ['refunds', 'settlements'])
    await payments.query(`DELETE FROM payments.${table} WHERE reservation_id = $1`, [reservationId]);
  await request();
  await eventually('the refund is known again', async () => {
    const [kept] = await payments.query<{ sum: string | null }>(
      `SELECT sum(amount_minor_units)::text AS sum FROM payments.refunds
       WHERE reservation_id = $1 AND state = 'succeeded'`,
      [reservationId],
    );
    return kept?.sum === '3500';
  });
  expect(await request()).toMatchObject({ ok: true, value: { keptMinorUnits: '9000', owedMinorUnits: '0' } });
  const list = await payments.stripe.refunds.list(
    { payment_intent: intentId },
    { stripeAccount: tenant.accountId },
  );
  expect(list.data.map(({ amount }) => amount)).toEqual([3500]);
}, 60_000);

it('a change that does not reach the row of its payment fails as a whole, and is made when it is repeated', async () => {
  const { reservationId } = await openPayment(payments, tenant);
  const end = () => payments.call(endPayment, tenant.id, { reservationId });
  await payments.query(
    `CREATE FUNCTION payments.skip_row() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'`,
  );
  await payments.query(
    `CREATE TRIGGER skip_row BEFORE UPDATE ON payments.payments FOR EACH ROW
     WHEN (OLD.reservation_id = '${reservationId}') EXECUTE FUNCTION payments.skip_row()`,
  );
  await expect(end()).rejects.toThrow();
  await payments.query('DROP FUNCTION payments.skip_row() CASCADE');
  expect(await end()).toMatchObject({ value: { outcome: 'ended' } });
});

it('lost money whose notification an operator has dismissed is not listed any more', async () => {
  const [first = ''] = await reported();
  const dismissed = { eventId: `swept_${first}`, reason: 'the stay was booked again' };
  expect(await payments.call(dismissParkedNotification, tenant.id, dismissed)).toMatchObject({ ok: true });
  expect(await reported()).not.toContain(first);
});
