import type { Database } from '@lodging/kit-postgres';
import { newId } from '@lodging/kit-runtime';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listGuestsStatement } from '../src/outbound/profiles/guest-list-statement.ts';
import type { HashedFilter } from '../src/outbound/profiles/guest-list-statement.ts';
import { openDatabaseProbe } from './database-probe.ts';
import type { DatabaseProbe } from './database-probe.ts';
import { insertBookings } from './insert-bookings.ts';
import { openTestDatabase } from './open-test-database.ts';
import type { TestDatabase } from './open-test-database.ts';

const GUESTS = 40_000;
const BOOKINGS = 20_000;

/** Every tenth is verified; a token is shared by forty. */
const FILL = `
  INSERT INTO guests (tenant_id, id, livemode, email_hash, email_sealed, verified_at, created_at, updated_at)
  SELECT $1, md5('guest' || n)::uuid, true, 'hash ' || n, 'sealed', CASE WHEN n % 10 = 0 THEN now() END,
         timestamptz '2025-01-01' + n * interval '1 minute', timestamptz '2025-01-01' + n * interval '1 minute'
    FROM generate_series(1, $2::int) AS n`;
const FILL_SEARCH = `
  INSERT INTO guest_search (tenant_id, guest_id, token, created_at)
  SELECT $1, md5('guest' || n)::uuid, 'token ' || n % 1000, timestamptz '2025-01-01' + n * interval '1 minute'
    FROM generate_series(1, $2::int) AS n`;
const LINK = `
  UPDATE reservations SET guest_id = md5('guest' || (1 + abs(hashtext(id::text)) % $2::int))::uuid WHERE tenant_id = $1`;

let database: TestDatabase;
let db: Database;
let probe: DatabaseProbe;
const tenantId = newId();
beforeAll(async () => {
  database = await openTestDatabase();
  db = database.db;
  probe = openDatabaseProbe(database.url);
  await probe.sql(FILL, [tenantId, GUESTS]);
  await probe.sql(FILL_SEARCH, [tenantId, GUESTS]);
  await insertBookings(probe, tenantId, BOOKINGS);
  await probe.sql(LINK, [tenantId, GUESTS]);
  for (const table of ['guests', 'guest_search', 'reservations']) await probe.sql(`VACUUM ANALYZE ${table}`);
});
afterAll(async () => {
  await probe.close();
  await database.close();
});

const FIRST = { afterCreatedAt: '-infinity', afterId: '00000000-0000-0000-0000-000000000000', limit: 21 };
const LATER = { ...FIRST, afterCreatedAt: '2025-01-20T00:00:00.000000Z' };
const NONE = {
  emailHashes: undefined,
  searchTokens: undefined,
  verified: undefined,
  updatedSince: undefined,
};

async function planOf(filter: Partial<HashedFilter>, keys = FIRST): Promise<string> {
  const { text, values } = listGuestsStatement(tenantId, { ...NONE, ...filter }, keys);
  const rows = await db.inTenant(tenantId, (tx) =>
    tx.query<{ 'QUERY PLAN': string }>(`EXPLAIN (ANALYZE, COSTS OFF) ${text}`, [...values]),
  );
  return rows.map((row) => row['QUERY PLAN']).join('\n');
}

describe('a list of guests among many', () => {
  it.each<[string, Partial<HashedFilter>, string]>([
    ['of all', {}, 'guests_in_order'],
    ['of an address', { emailHashes: ['hash 777'] }, 'guests_one_per_address'],
    ['of the verified', { verified: true }, 'guests_verified'],
    ['of the unverified', { verified: false }, 'guests_unverified'],
    [
      'of the newest changes',
      { updatedSince: Temporal.Instant.from('2025-01-28T18:00:00Z') },
      'guests_by_update',
    ],
    ['of a search', { searchTokens: ['token 7'] }, 'guest_search_pkey'],
  ])('%s uses its index, and counts the stays of the page alone', async (_, filter, index) => {
    for (const keys of [FIRST, LATER]) {
      const plan = await planOf(filter, keys);
      expect(plan).toMatch(new RegExp(index));
      expect(plan).toMatch(/reservations_of_guest/);
      expect(plan).not.toContain('Seq Scan');
    }
  });

  it('of a search among the newest changes begins with these, and reads nothing by the token', async () => {
    const updatedSince = Temporal.Instant.from('2025-01-28T18:00:00Z');
    const plan = await planOf({ searchTokens: ['token 7'], updatedSince, verified: false });
    expect(plan).toMatch(/guests_by_update/);
    expect(plan).not.toContain('Seq Scan');
    expect(plan).toMatch(/One-Time Filter.*\n.*never executed/);
  });

  it('of a search among very many changes begins with the search', async () => {
    const updatedSince = Temporal.Instant.from('2025-01-01T00:00:00Z');
    const plan = await planOf({ searchTokens: ['token 7'], updatedSince });
    expect(plan).toMatch(/guest_search_pkey on guest_search led_1 \(actual/);
  });

  it('takes less than 10 ms', async () => {
    const times = [];
    for (let round = 0; round < 50; round += 1) {
      const plan = await planOf({}, LATER);
      times.push(Number(/Execution Time: ([\d.]+) ms/.exec(plan)?.[1]));
    }
    const [slowest = 0] = times.toSorted((one, other) => other - one).slice(1);
    expect(slowest).toBeLessThan(10);
  });
});
