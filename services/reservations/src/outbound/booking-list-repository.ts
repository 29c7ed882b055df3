import type { ListPosition } from '@lodging/kernel';
import { namedStatement } from '@lodging/kit-postgres';
import type { Database, ReadStatement } from '@lodging/kit-postgres';
import { widestInstants } from '../domain/booking-filter.ts';
import type { BookingFilter } from '../domain/booking-filter.ts';
import type { BookingListRepository } from '../ports.ts';
import type { GuestSealing } from './guest-sealing-repository.ts';
import { reservationColumns, toReservation } from './schema.ts';
import type { ReservationRowAt } from './schema.ts';

const BEFORE_FIRST: ListPosition = { createdAt: '-infinity', id: '00000000-0000-0000-0000-000000000000' };
const MICROSECONDS = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{6}Z$/;

export function createBookingListRepository(db: Database, guests: GuestSealing): BookingListRepository {
  return {
    async list(tenantId, filter, { after, limit }) {
      // No booking has such a position, so none comes after it.
      if (after !== null && !isInstant(after.createdAt)) return [];
      const guest = await guestLookup(guests, tenantId, filter);
      const statement = listStatement(tenantId, filter, { after: after ?? BEFORE_FIRST, limit }, guest);
      const rows = await db.readInTenant<ReservationRowAt>(tenantId, statement);
      return rows.map((row) => ({
        reservation: toReservation(row, guests.sealer),
        at: row.at,
        position: positionOf(row),
      }));
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

/** `clearEmail` while there are rows that are not sealed. */
export interface GuestLookup {
  readonly emailHash: string;
  readonly clearEmail?: string;
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
  guest?: GuestLookup,
): ReadStatement {
  const conditions = conditionsOf(filter);
  const where = [
    "tenant_id = $tenantId AND state <> 'pending' AND (created_at, id) > ($createdAt::timestamptz, $id::uuid)",
    ...conditions.map(({ sql }) => sql),
  ].join(' AND ');
  const ofGuest = guestConditions(guest);
  const branches = effectiveStates(filter.state).flatMap((state) =>
    ofGuest.sql.map(
      (isGuest) =>
        `SELECT ${reservationColumns}, statement_timestamp() AS at FROM reservations WHERE ${where}${state}${isGuest}
        ORDER BY created_at, id LIMIT $limit`,
    ),
  );
  const names = [...conditions.map((condition) => condition.name), ...ofGuest.names];
  const name = ['list_bookings', ...names, nameOf(filter.state)].join('_');
  const values = Object.fromEntries(conditions.map((condition) => [condition.name, condition.value]));
  return namedStatement(name, union(branches))({ ...values, ...guest, ...after, tenantId, limit });
}

function conditionsOf({ resourceId, window, state }: BookingFilter): Condition[] {
  const { endsAfter, startsBefore } = widestInstants(window);
  const all: Condition[] = [
    { name: 'resource', sql: 'resource_id = $resource', value: resourceId },
    { name: 'from', sql: 'ends_at > $from', value: endsAfter },
    { name: 'to', sql: 'starts_at < $to', value: startsBefore },
    { name: 'state', sql: 'state = $state', value: isTimeDependent(state) ? undefined : state },
  ];
  return all.filter(({ value }) => value !== undefined);
}

/** Two branches, each by its index, until all guests are sealed. A clear address is newer than a sealed one. */
function guestConditions(guest: GuestLookup | undefined): { sql: string[]; names: string[] } {
  if (guest === undefined) return { sql: [''], names: [] };
  const sealed = ' AND guest_email_hash = $emailHash';
  if (guest.clearEmail === undefined) return { sql: [sealed], names: ['guest'] };
  const clear = ' AND guest_email = $clearEmail';
  return { sql: [`${sealed} AND guest_email IS NULL`, clear], names: ['guest', 'clear'] };
}

async function guestLookup(
  guests: GuestSealing,
  tenantId: string,
  { guestEmail }: BookingFilter,
): Promise<GuestLookup | undefined> {
  if (guestEmail === undefined) return undefined;
  const emailHash = guests.sealer.emailHash(tenantId, guestEmail);
  const { isFinished } = await guests.progress();
  return isFinished ? { emailHash } : { emailHash, clearEmail: guestEmail };
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
