import * as contract from '@lodging/contract-reservations';
import type { Database } from '@lodging/kit-postgres';
import { eventually } from '@lodging/kit-testing';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createGuestSealer } from '../src/outbound/guest-sealer.ts';
import { createSearchBackfillRepository } from '../src/outbound/search-backfill-repository.ts';
import { fillSearch } from '../src/use-cases/fill-search.ts';
import { valueOf } from './guest-requests.ts';
import { GUEST_DATA_SECRET, openTestDatabase } from './open-test-database.ts';
import { createPaidBooking } from './operator-requests.ts';
import { startReservations } from './start-reservations.ts';
import type { TestReservations } from './start-reservations.ts';

let service: TestReservations;
beforeAll(async () => {
  service = await startReservations();
});
afterAll(() => service.close());

const find = async (q: string) => {
  const request = contract.listBookings.request.parse({ limit: 100, after: null, q });
  return valueOf(await service.request(contract.listBookings, request)).bookings.map(({ id }) => id);
};
const tokens = () =>
  service.probe.sql<{ token: string; reservation_id: string }>(
    'SELECT * FROM reservation_search ORDER BY reservation_id, token',
  );
/** As they were before there was a search; so many seconds ahead the job begins. */
async function forget(seconds = 0): Promise<void> {
  await service.probe.sql('DELETE FROM reservation_search');
  await service.probe.sql(
    `UPDATE search_backfill SET begins_at = now() + make_interval(secs => $1), finished_at = NULL,
       after_tenant_id = '00000000-0000-0000-0000-000000000000', after_id = '00000000-0000-0000-0000-000000000000'`,
    [seconds],
  );
}

it('bookings that were made before there was a search are found like all others', async () => {
  const ada = await createPaidBooking(service, {
    guestEmail: 'ada@example.com',
    guestName: 'Ada Lovelace',
    externalReference: `PMS ${randomUUID()}`,
  });
  const clear = await createPaidBooking(service, { guestEmail: 'seen@example.com' });
  const before = await tokens();
  await service.probe.sql(
    `UPDATE reservations SET guest_email = 'grace@example.com', guest_sealed = NULL WHERE id = $1`,
    [clear.id],
  );
  await forget();
  expect(await find('lovelace')).toEqual([]);
  const replica = await service.startReplica();
  await eventually('they are found', async () => (await find('lovelace')).length > 0);
  expect([await find('ada@'), await find('pms '), await find('grace@')]).toEqual([
    [ada.id],
    [ada.id],
    [clear.id],
  ]);
  const ofAda = ({ reservation_id: id }: { reservation_id: string }) => id === ada.id;
  expect((await tokens()).filter(ofAda)).toEqual(before.filter(ofAda));
  const stored = JSON.stringify([await tokens(), await service.probe.sql('SELECT * FROM search_backfill')]);
  expect(stored).not.toMatch(/ada@|lovelace|Ada/);
  await replica.stop();
});

it('the job waits for the version before, visits every booking once in batches, adds nothing twice, and ends', async () => {
  const database = await openTestDatabase();
  const { db } = database;
  const sealer = createGuestSealer(GUEST_DATA_SECRET);
  const sql = (text: string) => db.acrossTenants((tx) => tx.query<{ count: bigint }>(text));
  const count = async () => Number((await sql('SELECT count(*) FROM reservation_search'))[0]?.count);
  try {
    await sql(
      `INSERT INTO reservations (tenant_id, id, livemode, state, version, resource_id, starts_at, ends_at, time_zone, quantity,
         occupancy_children, total_minor_units, currency, source, attempt_until, created_at, updated_at, external_reference)
       SELECT ('00000000-0000-0000-0000-00000000000' || n % 3 + 1)::uuid, gen_random_uuid(), true, 'confirmed', 1,
              gen_random_uuid(), now(), now() + interval '1 day', 'Europe/Berlin', 1, 0, 0, 'EUR', 'manual', now(), now(),
              now(), 'ref-' || n FROM generate_series(100, 449) AS n`,
    );
    await sql(`UPDATE search_backfill SET finished_at = NULL, begins_at = now() + interval '1 hour'`);
    const first = createSearchBackfillRepository(db, sealer);
    expect(await first.fillBatch()).toBe(false);
    expect(await count()).toBe(0);

    await sql('UPDATE search_backfill SET begins_at = now()');
    expect(await first.fillBatch()).toBe(true);
    // Beginnings of 3 to 6 characters, and `ref-100` has 7.
    expect(await count()).toBe(400);
    const others = [1, 2].map(() => createSearchBackfillRepository(db, sealer));
    await Promise.all([first, ...others].map((searchBackfill) => fillSearch({ searchBackfill })));
    expect(await count()).toBe(1_400);
    const finished = await sql('SELECT count(*) FROM search_backfill WHERE finished_at IS NOT NULL');
    expect(Number(finished[0]?.count)).toBe(1);

    await sql(`UPDATE search_backfill SET finished_at = NULL, after_id = '00000000-0000-0000-0000-000000000000',
      after_tenant_id = '00000000-0000-0000-0000-000000000000'`);
    await fillSearch({ searchBackfill: createSearchBackfillRepository(db, sealer) });
    expect(await count()).toBe(1_400);
  } finally {
    await database.close();
  }
});

it('requests are served while a batch is opened', async () => {
  const database = await openTestDatabase();
  const { db } = database;
  const sealer = createGuestSealer(GUEST_DATA_SECRET);
  let opened = 0;
  let openedInTurn = 0;
  let mostInTurn = 0;
  const counting = {
    ...sealer,
    open: (row: Parameters<typeof sealer.open>[0]) => {
      if (openedInTurn === 0) setImmediate(() => (openedInTurn = 0));
      opened += 1;
      openedInTurn += 1;
      mostInTurn = Math.max(mostInTurn, openedInTurn);
      return sealer.open(row);
    },
  };
  try {
    await insertOlderBookings(db, 100);
    await createSearchBackfillRepository(db, counting).fillBatch();
    expect(opened).toBe(100);
    expect(mostInTurn).toBeLessThanOrEqual(10);
  } finally {
    await database.close();
  }
});

it('a guest that cannot be opened is reported once by its booking, and all other bookings are found', async () => {
  const database = await openTestDatabase();
  const { db } = database;
  try {
    const ids = await insertOlderBookings(db, 150);
    const unreadable = ids[3] ?? '';
    await db.acrossTenants((tx) =>
      tx.query(`UPDATE reservations SET guest_sealed = 'of another secret' WHERE id = '${unreadable}'`),
    );
    const reported: string[] = [];
    const sealer = createGuestSealer(GUEST_DATA_SECRET);
    const searchBackfill = createSearchBackfillRepository(db, sealer, (id) => reported.push(id));
    await fillSearch({ searchBackfill });
    await fillSearch({ searchBackfill });
    expect(reported).toEqual([unreadable]);
    const found = await db.acrossTenants((tx) =>
      tx.query<{ id: string }>('SELECT DISTINCT reservation_id AS id FROM reservation_search ORDER BY id'),
    );
    expect(found.map(({ id }) => id)).toEqual(ids);
  } finally {
    await database.close();
  }
});

/** As they were before there was a search. */
async function insertOlderBookings(db: Database, count: number): Promise<string[]> {
  const rows = await db.acrossTenants((tx) =>
    tx.query<{ id: string }>(
      `INSERT INTO reservations (tenant_id, id, livemode, state, version, resource_id, starts_at, ends_at, time_zone, quantity,
         occupancy_children, total_minor_units, currency, source, attempt_until, created_at, updated_at, external_reference)
       SELECT '00000000-0000-0000-0000-000000000001', ('10000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, true,
              'confirmed', 1, gen_random_uuid(), now(), now() + interval '1 day', 'Europe/Berlin', 1, 0, 0, 'EUR', 'manual',
              now(), now(), now(), 'ref-' || n FROM generate_series(100, ${99 + count}) AS n RETURNING id`,
    ),
  );
  await db.acrossTenants((tx) =>
    tx.query('UPDATE search_backfill SET finished_at = NULL, begins_at = now()'),
  );
  return rows.map(({ id }) => id);
}
