import type { Database } from '@lodging/kit-postgres';
import { newId } from '@lodging/kit-runtime';
import { clientContext } from '@lodging/kit-testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BookingFilter, BookingWindow, ListOrder } from '../src/domain/bookings/booking-filter.ts';
import {
  createBookingListRepository,
  listStatement,
} from '../src/outbound/bookings/booking-list-repository.ts';
import type { BookingListRepository } from '../src/ports/bookings.ts';
import { listBookings } from '../src/use-cases/bookings/list-bookings.ts';
import type { ListBookings } from '../src/use-cases/bookings/list-bookings.ts';
import { openDatabaseProbe } from './database-probe.ts';
import type { DatabaseProbe } from './database-probe.ts';
import { insertBookings } from './insert-bookings.ts';
import { guestSealer, openTestDatabase } from './open-test-database.ts';
import type { TestDatabase } from './open-test-database.ts';

/** From 2025-01-01 to 2025-06-02, eleven minutes apart, in three zones. */
const BOOKINGS = 20_000;
const DETAILS = [
  `INSERT INTO reservation_metadata (tenant_id, reservation_id, key, value, created_at)
   SELECT tenant_id, id, 'channel', 'web', created_at FROM reservations`,
  `INSERT INTO reservation_search (tenant_id, reservation_id, token, created_at)
   SELECT tenant_id, id, 'ada', created_at FROM reservations`,
  'VACUUM ANALYZE reservation_metadata',
  'VACUUM ANALYZE reservation_search',
];
const tenantId = newId();
let database: TestDatabase;
let db: Database;
let probe: DatabaseProbe;
beforeAll(async () => {
  database = await openTestDatabase();
  db = database.db;
  probe = openDatabaseProbe(database.url);
  await insertBookings(probe, tenantId, BOOKINGS);
  for (const statement of DETAILS) await probe.sql(statement);
}, 60_000);
afterAll(async () => {
  await probe.close();
  await database.close();
});

const open: BookingWindow = { from: undefined, to: undefined };
const all: BookingFilter = { resourceId: undefined, states: undefined, guestEmail: undefined, window: open };
const START = {
  asc: { createdAt: '-infinity', id: '00000000-0000-0000-0000-000000000000' },
  desc: { createdAt: 'infinity', id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' },
};
const dates = (from: string, to: string) => ({
  from: Temporal.PlainDate.from(from),
  to: Temporal.PlainDate.from(to),
});
/** Far from where the list of all begins. */
const DAY = { asc: dates('2025-05-20', '2025-05-21'), desc: dates('2025-01-10', '2025-01-11') };

interface PlanNode {
  readonly 'Shared Hit Blocks': number;
  readonly 'Shared Read Blocks': number;
  readonly 'Parent Relationship'?: string;
  readonly Plans?: readonly PlanNode[];
}

const blocksOfNode = (node: PlanNode) => node['Shared Hit Blocks'] + node['Shared Read Blocks'];

/** Balance and terms are columns, which are read by the key of each row of the page. */
function blocksOfColumns(node: PlanNode): number {
  if (node['Parent Relationship'] === 'SubPlan') return blocksOfNode(node);
  return (node.Plans ?? []).reduce((sum, child) => sum + blocksOfColumns(child), 0);
}

async function blocksOf(filter: BookingFilter, order: ListOrder): Promise<number> {
  const { text, values } = listStatement(tenantId, filter, { after: START[order], limit: 21, order });
  const [row] = await db.inTenant(tenantId, (tx) =>
    tx.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
      `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${text}`,
      values,
    ),
  );
  const plan = row?.['QUERY PLAN'][0].Plan;
  return plan === undefined ? NaN : blocksOfNode(plan) - blocksOfColumns(plan);
}

describe('a list of bookings made in a range', () => {
  it.each<[string, Partial<BookingFilter>, number]>([
    ['alone', {}, 40],
    ['and in a state', { states: ['confirmed'] }, 40],
    ['and from a source', { source: 'direct' }, 40],
    ['and of a key', { metadata: { key: 'channel', value: undefined } }, 150],
    ['and of a value', { metadata: { key: 'channel', value: 'web' } }, 150],
    ['and of a search', { query: 'ada' }, 150],
  ])('%s reads nothing that was made before or after, in either order', async (_, filter, most) => {
    for (const order of ['asc', 'desc'] as const)
      expect(await blocksOf({ ...all, ...filter, created: DAY[order] }, order)).toBeLessThan(most);
  });

  it('does not load the bookings of the days beside a date, which begins elsewhere at another time', async () => {
    for (const order of ['asc', 'desc'] as const) {
      const { bookingLists, loaded } = counting();
      const filter = { ...all, created: DAY[order] };
      const listed = await list(bookingLists, { filter, order, page: { after: null, limit: 20 } });
      expect(listed.rows).toHaveLength(20);
      expect(loaded()).toBeLessThanOrEqual(2 * 21);
    }
  });

  it('has each booking once that was made then where its stay is, page by page, in either order', async () => {
    const rows = await probe.sql<{ id: string }>(MADE_ON_THREE_DAYS);
    const expected = rows.map(({ id }) => id);
    expect(expected.length).toBeGreaterThan(350);
    const filter = { ...all, created: dates('2025-03-08', '2025-03-11') };
    expect(await pagesOf({ filter, order: 'asc' })).toEqual(expected);
    expect(await pagesOf({ filter, order: 'desc' })).toEqual(expected.toReversed());
    const ofKey = { ...filter, metadata: { key: 'channel', value: 'web' } };
    expect(await pagesOf({ filter: ofKey, order: 'desc' })).toEqual(expected.toReversed());
  });

  it('has those made at the moment it begins, and not those made at the moment it ends', async () => {
    const rows = await probe.sql<{ id: string; at: string }>(
      `SELECT id, to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS at
         FROM reservations WHERE state <> 'pending' ORDER BY created_at, id OFFSET 5000 LIMIT 4`,
    );
    const [from, , , to] = rows.map(({ at }) => Temporal.Instant.from(at));
    const ids = rows.slice(0, 3).map(({ id }) => id);
    const filter = { ...all, created: { from, to } };
    expect(await pagesOf({ filter, order: 'asc', limit: 1 })).toEqual(ids);
    expect(await pagesOf({ filter, order: 'desc', limit: 1 })).toEqual(ids.toReversed());
  });
});

async function list(bookingLists: BookingListRepository, requested: ListBookings) {
  const listed = await listBookings(
    { bookingLists },
    clientContext(tenantId, true, { timeoutMs: 10_000 }),
    requested,
  );
  if (!listed.ok) throw new Error(listed.refusal.code);
  return listed.value;
}

async function pagesOf({
  limit = 50,
  ...requested
}: Omit<ListBookings, 'page'> & { limit?: number }): Promise<string[]> {
  const bookingLists = createBookingListRepository(db, guestSealer);
  const ids: string[] = [];
  for (let after: ListBookings['page']['after'] = null; ;) {
    const page = await list(bookingLists, { ...requested, page: { after, limit } });
    ids.push(...page.rows.map(({ booking }) => booking.id));
    after = (page.hasMore ? page.rows.at(-1)?.position : null) ?? null;
    if (after === null) return ids;
  }
}

function counting() {
  const real = createBookingListRepository(db, guestSealer);
  let count = 0;
  const bookingLists: BookingListRepository = {
    async list(...requested) {
      const rows = await real.list(...requested);
      count += rows.length;
      return rows;
    },
  };
  return { bookingLists, loaded: () => count };
}

/** New York changes its clocks on the second; the zones are those of Postgres. */
const MADE_ON_THREE_DAYS = `
  SELECT id FROM reservations
   WHERE state <> 'pending' AND (created_at AT TIME ZONE time_zone)::date >= '2025-03-08'
     AND (created_at AT TIME ZONE time_zone)::date < '2025-03-11'
   ORDER BY created_at, id`;
