import { endPayment, paymentUnclaimed, returnPayment } from '@lodging/contract-payments';
import { migrate } from '@lodging/kit-postgres';
import { eventually, freshSchema } from '@lodging/kit-testing';
import { randomUUID } from 'node:crypto';
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrations, SCHEMA } from '../src/migrations.ts';
import { createTenant, openPayment, pay } from './open-payment.ts';
import type { Tenant } from './open-payment.ts';
import { waitForEvent } from './published-events.ts';
import { startPayments, superuserUrl } from './start-payments.ts';
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

describe('the migration', () => {
  it('has the money reported that earlier versions kept for ended reservations, and no other', async () => {
    const earlier = mkdtempSync(join(tmpdir(), 'payments-migrations-'));
    const [own, ...others] = migrations;
    if (own === undefined) throw new Error('payments has no migrations');
    for (const file of readdirSync(own.directory).filter((name) => name < '0005'))
      cpSync(join(own.directory, file), join(earlier, file));
    const sources = [{ ...own, directory: earlier }, ...others];
    const schema = await freshSchema({ schema: SCHEMA, sources });
    const admin = new pg.Client({ connectionString: superuserUrl(schema.ownerUrl) });
    await admin.connect();
    const insert = async (state: string, endedAt: string | null, refunded: boolean) => {
      const [tenantId, id, paymentId] = [randomUUID(), randomUUID(), randomUUID()];
      await admin.query('INSERT INTO ledgers (tenant_id, reservation_id, ended_at) VALUES ($1, $2, $3)', [
        tenantId,
        id,
        endedAt,
      ]);
      await admin.query(
        `INSERT INTO payments (tenant_id, id, reservation_id, attempt, state, amount_minor_units, currency, livemode,
           account_id, provider_key, provider_intent_id, expires_at, created_at, version)
         VALUES ($1, $2, $3, 1, $4, 100, 'EUR', true, 'acct_1', 'pi:1', $5, now(), now(), 1)`,
        [tenantId, paymentId, id, state, `pi_${id}`],
      );
      if (refunded)
        await admin.query(
          `INSERT INTO refunds (tenant_id, id, reservation_id, payment_id, amount_minor_units, currency, state, reason,
             created_at, version)
           VALUES ($1, gen_random_uuid(), $2, $3, 100, 'EUR', 'pending', 'late', now(), 1)`,
          [tenantId, id, paymentId],
        );
      return id;
    };
    const kept = await insert('succeeded', 'now', false);
    await insert('succeeded', null, false);
    await insert('succeeded', 'now', true);
    await insert('failed', 'now', false);

    await migrate({ url: schema.ownerUrl, schema: SCHEMA, sources: migrations });
    const { rows } = await admin.query(
      'SELECT reservation_id AS id FROM ledgers WHERE unclaimed_report_at IS NOT NULL',
    );
    const unforced = await admin.query(
      `SELECT relname FROM pg_class WHERE relkind = 'r' AND relnamespace = '${SCHEMA}'::regnamespace
         AND NOT relforcerowsecurity`,
    );
    await admin.end();
    await schema.drop();
    rmSync(earlier, { recursive: true });
    expect(rows).toEqual([{ id: kept }]);
    expect(unforced.rows.map(({ relname }) => relname)).toEqual(['schema_migrations']);
  });
});
