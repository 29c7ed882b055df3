import type { ListPosition } from '@lodging/kernel';
import { namedStatement } from '@lodging/kit-postgres';
import type { Database, ReadStatement } from '@lodging/kit-postgres';
import { widestInstants } from '../domain/booking-filter.ts';
import type { BookingFilter } from '../domain/booking-filter.ts';
import type { BookingListRepository } from '../ports.ts';
import { reservationColumns, toReservation } from './schema.ts';
import type { ReservationRowAt } from './schema.ts';

const BEFORE_FIRST: ListPosition = { createdAt: '-infinity', id: '00000000-0000-0000-0000-000000000000' };
const MICROSECONDS = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{6}Z$/;

export function createBookingListRepository(db: Database): BookingListRepository {
  return {
    async list(tenantId, filter, { after, limit }) {
      // No booking has such a position, so none comes after it.
      if (after !== null && !isInstant(after.createdAt)) return [];
      const statement = listStatement(tenantId, filter, { after: after ?? BEFORE_FIRST, limit });
      const rows = await db.readInTenant<ReservationRowAt>(tenantId, statement);
      return rows.map((row) => ({ reservation: toReservation(row), at: row.at, position: positionOf(row) }));
    },
  };
}

/** To the microsecond, like the order of the list. */
function positionOf({ createdAt, id }: ReservationRowAt): ListPosition {
  return { createdAt: createdAt.toString({ smallestUnit: 'microsecond' }), id };
}

function isInstant(text: string): boolean {
  if (!MICROSECONDS.test(text)) return false;
  try {
    return Temporal.Instant.from(text).epochMilliseconds > 0;
  } catch {
    return false;
  }
}

interface Condition {
  /** Part of the statement's name: each combination of conditions is a prepared statement of its own. */
  readonly name: string;
  readonly sql: string;
  readonly value: unknown;
}

/** All conditions use leakproof comparisons, so that row level security allows an index for them. */
export function listStatement(
  tenantId: string,
  filter: BookingFilter,
  { after, limit }: { readonly after: ListPosition; readonly limit: number },
): ReadStatement {
  const conditions = conditionsOf(filter);
  const where = [
    "tenant_id = $tenantId AND state <> 'pending' AND (created_at, id) > ($createdAt::timestamptz, $id::uuid)",
    ...conditions.map(({ sql }) => sql),
  ].join(' AND ');
  const branches = effectiveStates(filter.state).map(
    (state) =>
      `SELECT ${reservationColumns}, statement_timestamp() AS at FROM reservations WHERE ${where}${state}
        ORDER BY created_at, id LIMIT $limit`,
  );
  const name = ['list_bookings', ...conditions.map((condition) => condition.name), nameOf(filter.state)];
  const values = Object.fromEntries(conditions.map((condition) => [condition.name, condition.value]));
  return namedStatement(name.join('_'), union(branches))({ ...values, ...after, tenantId, limit });
}

function conditionsOf({ resourceId, guestEmail, window, state }: BookingFilter): Condition[] {
  const { endsAfter, startsBefore } = widestInstants(window);
  const all: Condition[] = [
    { name: 'resource', sql: 'resource_id = $resource', value: resourceId },
    { name: 'guest', sql: 'guest_email = $guest', value: guestEmail },
    { name: 'from', sql: 'ends_at > $from', value: endsAfter },
    { name: 'to', sql: 'starts_at < $to', value: startsBefore },
    { name: 'state', sql: 'state = $state', value: isTimeDependent(state) ? undefined : state },
  ];
  return all.filter(({ value }) => value !== undefined);
}

/** Each branch is read in the order of its index, and no further than the page goes. */
function union(branches: readonly string[]): string {
  const [only = '', ...others] = branches;
  if (others.length === 0) return only;
  return `(${branches.join(') UNION ALL (')}) ORDER BY "createdAt", id LIMIT $limit`;
}

function isTimeDependent(state: BookingFilter['state']): state is 'held' | 'expired' {
  return state === 'held' || state === 'expired';
}

function nameOf(state: BookingFilter['state']): string {
  return isTimeDependent(state) ? state : 'any';
}

/** A hold past its end is expired to readers, though its row may still say held. One branch for each way to be in a state. */
function effectiveStates(state: BookingFilter['state']): string[] {
  if (state === 'held') return [" AND state = 'held' AND hold_expires_at > statement_timestamp()"];
  if (state !== 'expired') return [''];
  return [" AND state = 'expired'", " AND state = 'held' AND hold_expires_at <= statement_timestamp()"];
}
