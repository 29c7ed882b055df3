import type { Database } from '@lodging/kit-postgres';
import { newId } from '@lodging/kit-runtime';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BookingFilter } from '../src/domain/bookings/booking-filter.ts';
import { noGuest } from '../src/domain/stay/guest-details.ts';
import { summarizePeriod } from '../src/domain/periods/summarize-period.ts';
import type { ListedReservation, ListOptions } from '../src/ports/bookings.ts';
import { openDatabaseProbe } from './database-probe.ts';
import type { DatabaseProbe } from './database-probe.ts';
import { insertBookings, resourceIdAt } from './insert-bookings.ts';
import {
  createBookingListRepository,
  listStatement,
} from '../src/outbound/bookings/booking-list-repository.ts';
import type { GuestLookup } from '../src/outbound/bookings/booking-list-repository.ts';
import { createPeriodRepository } from '../src/outbound/periods/period-repository.ts';
import { guestSealer, openTestDatabase } from './open-test-database.ts';
import type { TestDatabase } from './open-test-database.ts';

const BOOKINGS = 40_000;
let database: TestDatabase;
let db: Database;
let probe: DatabaseProbe;
const tenantId = newId();
beforeAll(async () => {
  database = await openTestDatabase();
  db = database.db;
  probe = openDatabaseProbe(database.url);
  await insertBookings(probe, tenantId, BOOKINGS);
  await insertBookings(probe, newId(), 1_000);
});
afterAll(async () => {
  await probe.close();
  await database.close();
});

const LAST = { createdAt: 'infinity', id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' };
const FIRST = { createdAt: '-infinity', id: '00000000-0000-0000-0000-000000000000' };

function filterOf(changes: Partial<BookingFilter>): BookingFilter {
  const open = { from: undefined, to: undefined };
  return { resourceId: undefined, states: undefined, guestEmail: undefined, window: open, ...changes };
}
function between(from?: string, to?: string): Partial<BookingFilter> {
  const date = (text?: string) => (text === undefined ? undefined : Temporal.PlainDate.from(text));
  return { window: { from: date(from), to: date(to) } };
}

async function planOf(
  filter: BookingFilter,
  guest?: GuestLookup,
  { order = 'asc', sort = 'created' }: Pick<ListOptions, 'order' | 'sort'> = {},
): Promise<string> {
  const after = order === 'asc' ? FIRST : LAST;
  const { text, values } = listStatement(tenantId, filter, { after, limit: 21, order, sort }, guest);
  const rows = await db.inTenant(tenantId, (tx) =>
    tx.query<{ 'QUERY PLAN': string }>(`EXPLAIN (ANALYZE, COSTS OFF) ${text}`, values),
  );
  return rows.map((row) => row['QUERY PLAN']).join('\n');
}

describe('a list', () => {
  it.each<[string, () => Promise<Partial<BookingFilter>>, string]>([
    ['of all', async () => ({}), 'reservations_in_order'],
    ['of a resource', async () => ({ resourceId: await resourceIdAt(probe, 7) }), 'reservations_of_resource'],
    ['of the cancelled', async () => ({ states: ['cancelled'] }), 'reservations_in_state'],
    ['of the held', async () => ({ states: ['held'] }), 'reservations_(in_state|held)'],
    ['of the expired', async () => ({ states: ['expired'] }), 'reservations_in_state'],
    ['of the last dates', async () => between('2028-01-04'), 'reservations_by_end'],
    ['of a week with few stays', async () => between('2028-01-04', '2028-01-11'), 'reservations_by_end'],
  ])('%s uses its index', async (_, changes, index) => {
    const plan = await planOf(filterOf(await changes()));
    expect(plan).toMatch(new RegExp(index));
    expect(plan).not.toContain('Seq Scan');
  });

  it('of a guest uses one index', async () => {
    const guestEmail = 'guest77@example.com';
    const stored = await probe.sql<{ id: string }>(
      `SELECT id FROM reservations WHERE tenant_id = $1 AND guest_email_hash = 'guest 77'`,
      [tenantId],
    );
    for (const { id } of stored) {
      const guest = { ...noGuest, guestEmail };
      const { guestSealed, guestEmailHash } = guestSealer.seal({ tenantId, id }, guest);
      await probe.sql('UPDATE reservations SET guest_sealed = $2, guest_email_hash = $3 WHERE id = $1', [
        id,
        guestSealed,
        guestEmailHash,
      ]);
    }
    await probe.sql('VACUUM ANALYZE reservations');
    const lists = createBookingListRepository(db, guestSealer);
    const found = await lists.list(tenantId, filterOf({ guestEmail }), { after: null, limit: 100 });
    expect(found.map(({ reservation }) => reservation.id).toSorted()).toEqual(
      stored.map(({ id }) => id).toSorted(),
    );
    expect(new Set(found.map(({ reservation }) => reservation.guestEmail))).toEqual(new Set([guestEmail]));
    expect(found).toHaveLength(8);
    const emailHash = guestSealer.emailHash(tenantId, guestEmail);
    const plan = await planOf(filterOf({}), { emailHashes: [emailHash] });
    expect(plan).toContain('reservations_of_guest_hash');
    expect(plan).not.toMatch(/Seq Scan|reservations_of_guest\b/);
  }, 30_000);

  it('is read page by page without a gap or a repetition', async () => {
    const lists = createBookingListRepository(db, guestSealer);
    const filter = filterOf({ resourceId: await resourceIdAt(probe, 3) });
    const ids: string[] = [];
    for (let after: typeof FIRST | null = null; ;) {
      const page: ListedReservation[] = await lists.list(tenantId, filter, { after, limit: 100 });
      ids.push(...page.map(({ reservation }) => reservation.id));
      const last = page.at(-1);
      if (last === undefined) break;
      after = last.position;
    }
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toHaveLength(BOOKINGS / 100);
  });
});

describe('a period', () => {
  it('equals a sum in SQL', async () => {
    const period = {
      from: Temporal.PlainDate.from('2026-03-01'),
      to: Temporal.PlainDate.from('2026-04-01'),
    };
    const noRefunds = {
      from: Temporal.Instant.from('2026-03-01T00:00Z'),
      to: Temporal.Instant.from('2026-04-01T00:00Z'),
    };
    const facts = await createPeriodRepository(db).read(tenantId, period, noRefunds);
    const { totals } = summarizePeriod(period, { ...facts, capacity: [] });
    const summed = await probe.sql(NIGHT_BY_NIGHT, [tenantId]);
    expect(
      totals.map(({ currency, revenue, nightsSold }) => ({
        currency,
        revenue: `${revenue}`,
        sold: `${nightsSold}`,
      })),
    ).toEqual(summed);
  });
});

/** About so many bookings have something due. */
const DUE = 100;

/** All rows that the nodes of a plan have returned or left out. */
function rowsRead(plan: string): number {
  const returned = [...plan.matchAll(/rows=([\d.]+) loops=(\d+)/g)].map(
    ([, rows, loops]) => Number(rows) * Number(loops),
  );
  const removed = [...plan.matchAll(/Rows Removed by Filter: (\d+)/g)].map(([, rows]) => Number(rows));
  return [...returned, ...removed].reduce((sum, rows) => sum + rows, 0);
}

const DETAILS = [
  `UPDATE reservations
      SET source = CASE WHEN n % 400 = 0 THEN 'manual' ELSE 'direct' END, quantity = CASE WHEN n % 20 = 0 THEN 2 + n % 3 ELSE 1 END,
          rate_plan_id = md5('plan' || n % 200)::uuid, external_reference = 'ref ' || id, updated_at = created_at
     FROM (SELECT id AS of, row_number() OVER (ORDER BY created_at) AS n FROM reservations) AS numbered WHERE id = of`,
  `INSERT INTO reservation_metadata (tenant_id, reservation_id, key, value, created_at)
   SELECT tenant_id, id, 'channel', 'v' || quantity || left(id::text, 2), created_at FROM reservations`,
  `INSERT INTO reservation_search (tenant_id, reservation_id, token, created_at)
   SELECT tenant_id, id, 't' || left(id::text, 3), created_at FROM reservations`,
  `INSERT INTO scheduled_payments (tenant_id, reservation_id, purpose, amount_minor_units, due_at, state, next_attempt_at)
   SELECT tenant_id, id, 'balance', 7000, starts_at, CASE WHEN n % 400 = 0 THEN 'due' WHEN n % 4 = 0 THEN 'scheduled' ELSE 'paid' END,
          'infinity'
     FROM (SELECT *, row_number() OVER (ORDER BY created_at) AS n FROM reservations) AS numbered WHERE n % 2 = 0`,
  'VACUUM ANALYZE scheduled_payments',
  'VACUUM ANALYZE reservations',
  'VACUUM ANALYZE reservation_metadata',
  'VACUUM ANALYZE reservation_search',
];

describe('a list by its details', () => {
  beforeAll(async () => {
    for (const statement of DETAILS) await probe.sql(statement);
  }, 60_000);

  const range = (from: string, to?: string) => between(from, to).window;
  it.each<[string, () => Promise<Partial<BookingFilter>>, string]>([
    [
      'of a reference',
      async () => ({ externalReference: `ref ${await anyId()}` }),
      'reservations_(of|one_per)_reference',
    ],
    ['of a rare source', async () => ({ source: 'manual' }), 'reservations_of_source'],
    ['of a rate plan', async () => ({ ratePlanId: await planIdAt(7) }), 'reservations_of_plan'],
    ['of several units', async () => ({ quantityMin: 4 }), 'reservations_of_several_units'],
    ['of a key', async () => ({ metadata: { key: 'channel', value: undefined } }), 'reservation_metadata'],
    [
      'of a value',
      async () => ({ metadata: { key: 'channel', value: 'v100' } }),
      'reservation_metadata_by_value',
    ],
    ['of a name', async () => ({ query: await anyName() }), 'reservations_one_per_booking_reference'],
    ['of a search', async () => ({ query: 't00' }), 'reservation_search_pkey'],
    ['made in a week', async () => ({ created: range('2025-03-01', '2025-03-08') }), 'reservations_in_order'],
    ['of the last arrivals', async () => ({ arrival: range('2027-12-29') }), 'reservations_by_start'],
    ['of the last departures', async () => ({ departure: range('2028-01-04') }), 'reservations_by_end'],
    [
      'of the last changes',
      async () => ({ updated: range('2025-10-30') }),
      'reservations_(by_update|in_order)',
    ],
  ])('%s uses its index, in either order', async (_, changes, index) => {
    for (const order of ['asc', 'desc'] as const) {
      const plan = await planOf(filterOf(await changes()), undefined, { order });
      expect(plan).toMatch(new RegExp(index));
      expect(plan).not.toContain('Seq Scan');
    }
  });

  it.each<[ListOptions['sort'], string]>([
    ['arrival', 'reservations_by_start'],
    ['departure', 'reservations_by_end'],
  ])('by %s reads its index from either end, and no further than the page goes', async (sort, index) => {
    for (const order of ['asc', 'desc'] as const)
      for (const filter of [{}, { states: ['confirmed', 'checked_in'] as const }]) {
        const plan = await planOf(filterOf(filter), undefined, { order, sort });
        expect(plan).toMatch(new RegExp(index));
        expect(plan).not.toContain('Seq Scan');
        // A page of 50, and what its filter passes over; of 40,000 bookings.
        expect(rowsRead(plan)).toBeLessThan(2_000);
      }
  });

  it('of several states reads the index of states once for each', async () => {
    const plan = await planOf(filterOf({ states: ['confirmed', 'held', 'expired'] }));
    expect(plan.match(/Scan using reservations_(in_state|held)/g)).toHaveLength(4);
    expect(rowsRead(plan)).toBeLessThan(200);
  });

  it('of what is due reads the due ones alone, in every order', async () => {
    for (const sort of ['created', 'arrival', 'departure'] as const)
      for (const order of ['asc', 'desc'] as const) {
        const plan = await planOf(filterOf({ balanceStates: ['due'] }), undefined, { order, sort });
        expect(plan).toContain('scheduled_payments_due');
        expect(plan).not.toContain('Seq Scan');
        expect(rowsRead(plan)).toBeLessThan(20 * DUE);
      }
  });

  it('is read from the newest to the oldest without a gap or a repetition', async () => {
    const lists = createBookingListRepository(db, guestSealer);
    const read = async (order: 'asc' | 'desc') => {
      const ids: string[] = [];
      for (let after: typeof FIRST | null = null; ;) {
        const page: ListedReservation[] = await lists.list(
          tenantId,
          filterOf({ quantityMin: 4 }),
          { after, limit: 100 },
          { order },
        );
        ids.push(...page.map(({ reservation }) => reservation.id));
        const last = page.at(-1);
        if (last === undefined) return ids;
        after = last.position;
      }
    };
    expect(await read('desc')).toEqual((await read('asc')).toReversed());
  });

  const anyId = async () =>
    (await probe.sql<{ id: string }>('SELECT id FROM reservations LIMIT 1'))[0]?.id ?? '';
  const anyName = async () =>
    (await probe.sql<{ reference: string }>('SELECT reference FROM reservations LIMIT 1'))[0]?.reference ??
    '';
  const planIdAt = async (n: number) =>
    (await probe.sql<{ id: string }>(`SELECT md5('plan' || $1::int)::uuid AS id`, [n]))[0]?.id ?? '';
});

/** Each night is a row; the zones are those of Postgres. */
const NIGHT_BY_NIGHT = `
  SELECT currency, count(*)::text AS sold,
         sum(total_minor_units / nights + CASE WHEN night < total_minor_units % nights THEN 1 ELSE 0 END)::text AS revenue
    FROM (SELECT *, (starts_at AT TIME ZONE time_zone)::date AS arrival,
                 (ends_at AT TIME ZONE time_zone)::date - (starts_at AT TIME ZONE time_zone)::date AS nights
            FROM reservations) AS stay, generate_series(0, nights - 1) AS night
   WHERE tenant_id = $1 AND state IN ('confirmed', 'checked_in', 'checked_out', 'no_show')
     AND arrival + night >= '2026-03-01' AND arrival + night < '2026-04-01'
   GROUP BY currency ORDER BY currency`;
