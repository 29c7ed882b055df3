// Guards that lists and periods stay quick in a large house: each filter has its index, behind row level security too.
import { openDatabase } from '@lodging/kit-postgres';
import type { Database } from '@lodging/kit-postgres';
import { newId } from '@lodging/kit-runtime';
import { freshSchema, testLogger } from '@lodging/kit-testing';
import type { FreshSchema } from '@lodging/kit-testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bookingWindow } from '../src/domain/booking-filter.ts';
import type { BookingFilter } from '../src/domain/booking-filter.ts';
import { periodOf } from '../src/domain/period.ts';
import { summarizePeriod } from '../src/domain/summarize-period.ts';
import { migrations, schema } from '../src/migrations.ts';
import { openLedger } from './ledger.ts';
import { fillHouse, resourceNumber } from './many-bookings.ts';
import { listBookings } from '../src/outbound/booking-list-statements.ts';
import { bookingListStore } from '../src/outbound/booking-list-store.ts';
import { periodStore } from '../src/outbound/period-store.ts';

const BOOKINGS = 40_000;
let database: FreshSchema;
let db: Database;
let ledger: ReturnType<typeof openLedger>;
const tenantId = newId();
beforeAll(async () => {
  database = await freshSchema({ schema, sources: migrations });
  db = openDatabase({ url: database.url, schema, log: testLogger() });
  ledger = openLedger(database.url);
  await fillHouse(ledger, tenantId, BOOKINGS);
  await fillHouse(ledger, newId(), 1_000);
});
afterAll(async () => {
  await ledger.close();
  await db.close();
  await database.drop();
});

const FIRST = { createdAt: '-infinity', id: '00000000-0000-0000-0000-000000000000' };

function filterOf(changes: Partial<BookingFilter>): BookingFilter {
  const open = { from: undefined, to: undefined };
  return { resourceId: undefined, state: undefined, guestEmail: undefined, window: open, ...changes };
}
function between(from?: string, to?: string): Partial<BookingFilter> {
  const window = bookingWindow(from, to);
  if (!window.ok) throw new Error(window.refusal.code);
  return { window: window.value };
}

async function planOf(filter: BookingFilter): Promise<string> {
  const { text, values } = listBookings(tenantId, filter, { after: FIRST, limit: 21 });
  const rows = await db.inTenant(tenantId, (tx) =>
    tx.query<{ 'QUERY PLAN': string }>(`EXPLAIN (ANALYZE, COSTS OFF) ${text}`, values),
  );
  return rows.map((row) => row['QUERY PLAN']).join('\n');
}

describe('a list', () => {
  it.each<[string, () => Promise<Partial<BookingFilter>>, string]>([
    ['of all', async () => ({}), 'reservations_in_order'],
    [
      'of a resource',
      async () => ({ resourceId: await resourceNumber(ledger, 7) }),
      'reservations_of_resource',
    ],
    ['of a guest', async () => ({ guestEmail: 'guest77@example.com' }), 'reservations_of_guest'],
    ['of the cancelled', async () => ({ state: 'cancelled' }), 'reservations_in_state'],
    ['of the held', async () => ({ state: 'held' }), 'reservations_(in_state|held)'],
    ['of the expired', async () => ({ state: 'expired' }), 'reservations_in_state'],
    ['of the last stays', async () => between('2028-01-04'), 'reservations_by_end'],
    [
      'of a week in which nearly nobody stays',
      async () => between('2028-01-04', '2028-01-11'),
      'reservations_by_end',
    ],
  ])('%s is read by its index', async (_, changes, index) => {
    const plan = await planOf(filterOf(await changes()));
    expect(plan).toMatch(new RegExp(index));
    expect(plan).not.toContain('Seq Scan');
  });

  it('is read page by page without a gap or a repetition', async () => {
    const lists = bookingListStore(db);
    const filter = filterOf({ resourceId: await resourceNumber(ledger, 3) });
    const ids: string[] = [];
    for (let after: typeof FIRST | null = null; ;) {
      const page = await lists.read(tenantId, filter, { after, limit: 100 });
      ids.push(...page.map(({ reservation }) => reservation.id));
      const last = page.at(-1)?.reservation;
      if (last === undefined) break;
      after = { createdAt: last.createdAt.toString({ smallestUnit: 'microsecond' }), id: last.id };
    }
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toHaveLength(BOOKINGS / 100);
  });
});

describe('a period', () => {
  it('is summed up as a recount in the database has it', async () => {
    const period = periodOf('2026-03-01', '2026-04-01');
    if (!period.ok) throw new Error(period.refusal.code);
    const noRefunds = {
      from: Temporal.Instant.from('2026-03-01T00:00Z'),
      to: Temporal.Instant.from('2026-04-01T00:00Z'),
    };
    const facts = await periodStore(db).read(tenantId, period.value, noRefunds);
    const { totals } = summarizePeriod(period.value, { ...facts, capacity: [] });
    const recount = await ledger.sql(RECOUNT, [tenantId]);
    expect(
      totals.map(({ currency, revenue, nightsSold }) => ({
        currency,
        revenue: `${revenue}`,
        sold: `${nightsSold}`,
      })),
    ).toEqual(recount);
  });
});

/** Night by night, with the zones of Postgres. */
const RECOUNT = `
  SELECT currency, count(*)::text AS sold,
         sum(total_minor_units / nights + CASE WHEN night < total_minor_units % nights THEN 1 ELSE 0 END)::text AS revenue
    FROM (SELECT *, (starts_at AT TIME ZONE time_zone)::date AS arrival,
                 (ends_at AT TIME ZONE time_zone)::date - (starts_at AT TIME ZONE time_zone)::date AS nights
            FROM reservations) AS stay, generate_series(0, nights - 1) AS night
   WHERE tenant_id = $1 AND state IN ('confirmed', 'checked_in', 'checked_out', 'no_show')
     AND arrival + night >= '2026-03-01' AND arrival + night < '2026-04-01'
   GROUP BY currency ORDER BY currency`;
