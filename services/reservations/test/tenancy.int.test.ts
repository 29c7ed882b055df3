import type { Database } from '@lodging/kit-postgres';
import { newId } from '@lodging/kit-runtime';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestDatabase } from './open-test-database.ts';
import type { TestDatabase } from './open-test-database.ts';

let database: TestDatabase;
let db: Database;
beforeAll(async () => {
  database = await openTestDatabase();
  db = database.db;
});
afterAll(() => database.close());

it('every table except schema_migrations forces row level security', async () => {
  const tables = await db.acrossTenants((tx) =>
    tx.query<{ relname: string; relrowsecurity: boolean; relforcerowsecurity: boolean; policies: bigint }>(
      `SELECT relname, relrowsecurity, relforcerowsecurity,
              (SELECT count(*) FROM pg_policy WHERE polrelid = pg_class.oid) AS policies
         FROM pg_class WHERE relkind = 'r' AND relnamespace = 'reservations'::regnamespace`,
    ),
  );
  const open = tables.filter(
    (table) => !table.relrowsecurity || !table.relforcerowsecurity || table.policies === 0n,
  );
  expect(open.map(({ relname }) => relname)).toEqual(['schema_migrations']);
});

it.each(['reservations', 'guest_codes', 'refunds', 'guests'])(
  'a row of %s cannot be read or written as another tenant',
  async (table) => {
    const [mine, theirs] = [newId(), newId()];
    await db.inTenant(mine, (tx) => tx.query(insertInto(table, mine)));
    const seen = await db.inTenant(theirs, (tx) => tx.query(`SELECT tenant_id FROM ${table}`));
    expect(seen).toEqual([]);
    await expect(db.inTenant(theirs, (tx) => tx.query(insertInto(table, mine)))).rejects.toMatchObject({
      code: '42501',
    });
  },
);

function insertInto(table: string, tenantId: string): string {
  const id = newId();
  if (table === 'refunds')
    return `INSERT INTO refunds (tenant_id, id, reservation_id, amount_minor_units, currency, state, version, made_at)
      VALUES ('${tenantId}', '${id}', '${newId()}', 1, 'EUR', 'succeeded', 1, now())`;
  if (table === 'guests')
    return `INSERT INTO guests (tenant_id, id, livemode, email_hash, email_sealed, created_at, updated_at)
      VALUES ('${tenantId}', '${id}', true, 'hash', 'sealed', now(), now())`;
  const reservation = `INSERT INTO reservations (tenant_id, id, livemode, state, version, resource_id, starts_at, ends_at,
      time_zone, quantity, occupancy_children, total_minor_units, currency, source, hold_expires_at, attempt_until, created_at, updated_at)
    VALUES ('${tenantId}', '${id}', true, 'held', 1, '${newId()}', now(), now() + interval '1 day',
      'UTC', 1, 0, 1, 'EUR', 'direct', now(), now(), now(), now())`;
  if (table === 'reservations') return reservation;
  return `WITH r AS (${reservation} RETURNING tenant_id, id)
    INSERT INTO guest_codes (tenant_id, reservation_id, updated_at) SELECT tenant_id, id, now() FROM r`;
}
