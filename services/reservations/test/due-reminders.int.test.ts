import { newId } from '@lodging/kit-runtime';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { referenceOf } from '../src/domain/stay/reference.ts';
import { createReminderRepository } from '../src/outbound/mails/reminder-repository.ts';
import { openTestDatabase } from './open-test-database.ts';
import type { TestDatabase } from './open-test-database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const at = (text: string) => Temporal.Instant.from(text);

interface Stay {
  readonly tenantId: string;
  readonly startsAt: string;
  readonly timeZone?: string;
  readonly state?: string;
  readonly confirmedAt?: string;
}

async function insert({ tenantId, startsAt, ...more }: Stay): Promise<string> {
  const id = newId();
  const { timeZone = 'Europe/Vienna', state = 'confirmed', confirmedAt = '2027-01-01T00:00:00Z' } = more;
  await database.db.inTenant(tenantId, (tx) =>
    tx.query(
      `INSERT INTO reservations (tenant_id, id, reference, livemode, state, version, resource_id, room_type_id, starts_at,
         ends_at, time_zone, quantity, occupancy_children, total_minor_units, currency, source, attempt_until, created_at,
         updated_at, confirmed_at)
       VALUES ($1, $2, $7, true, $3, 4, $2, $2, $4, $4::timestamptz + interval '2 days', $5, 1, 0, 100,
         'EUR', 'direct', now(), now(), now(), $6)`,
      [tenantId, id, state, startsAt, timeZone, confirmedAt, referenceOf(id)],
    ),
  );
  return id;
}

const due = (tenantId: string, after: string, until: string, daysBefore = 2, limit = 10, position = null) =>
  createReminderRepository(database.db).listDue(tenantId, {
    after: at(after),
    until: at(until),
    daysBefore,
    limit,
    position,
  });

it('a reminder falls at 10:00, in the zone of the stay, so many days before the date of arrival', async () => {
  const tenantId = newId();
  // The clocks go forward on 28 March: 10:00 of the 27th is 09:00 UTC, of the 28th 08:00 UTC.
  const vienna = await insert({ tenantId, startsAt: '2027-03-30T13:00:00Z' });
  const tokyo = await insert({ tenantId, startsAt: '2027-03-30T14:30:00Z', timeZone: 'Asia/Tokyo' });
  const found = async (after: string, until: string) =>
    (await due(tenantId, after, until)).reminders.map(({ reservationId }) => reservationId);
  expect(await found('2027-03-28T07:59:59Z', '2027-03-28T08:00:00Z')).toEqual([vienna]);
  expect(await found('2027-03-28T08:00:00Z', '2027-03-28T12:00:00Z')).toEqual([]);
  expect(await found('2027-03-28T00:59:59Z', '2027-03-28T01:00:00Z')).toEqual([tokyo]);
  const [reminder] = (await due(tenantId, '2027-03-28T07:00:00Z', '2027-03-28T09:00:00Z')).reminders;
  expect(reminder).toEqual({ reservationId: vienna, version: 4, arrivalDate: '2027-03-30' });
});

it('a stay that is not confirmed, or was only confirmed afterwards, has none', async () => {
  const tenantId = newId();
  const startsAt = '2027-05-10T13:00:00Z';
  await insert({ tenantId, startsAt, state: 'checked_in' });
  await insert({ tenantId, startsAt, confirmedAt: '2027-05-08T08:00:01Z' });
  const kept = await insert({ tenantId, startsAt, confirmedAt: '2027-05-08T08:00:00Z' });
  const { reminders } = await due(tenantId, '2027-05-08T00:00:00Z', '2027-05-09T00:00:00Z');
  expect(reminders.map(({ reservationId }) => reservationId)).toEqual([kept]);
  expect((await due(newId(), '2027-05-08T00:00:00Z', '2027-05-09T00:00:00Z')).reminders).toEqual([]);
});

it('a page continues where the one before it ended', async () => {
  const tenantId = newId();
  const ids: string[] = [];
  for (let hour = 10; hour < 15; hour += 1)
    ids.push(await insert({ tenantId, startsAt: `2027-06-10T${hour}:00:00.000001Z` }));
  const seen: string[] = [];
  for (let position: { startsAt: string; id: string } | null | undefined; position !== null;) {
    const page = await due(
      tenantId,
      '2027-06-08T00:00:00Z',
      '2027-06-09T00:00:00Z',
      2,
      2,
      (position ?? null) as never,
    );
    seen.push(...page.reminders.map(({ reservationId }) => reservationId));
    position = page.next;
  }
  expect(seen).toEqual(ids);
});
