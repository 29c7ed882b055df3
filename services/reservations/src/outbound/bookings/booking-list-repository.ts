import { createHash } from 'node:crypto';
import type { ListPosition } from '@lodging/kernel';
import type { Database, ReadStatement } from '@lodging/kit-postgres';
import { namedStatement, selectList, unpreparedStatement } from '@lodging/kit-postgres';
import { widestInstants } from '../../domain/bookings/booking-filter.ts';
import type { BookingFilter, ListOrder } from '../../domain/bookings/booking-filter.ts';
import type { BookingListRepository } from '../../ports/bookings.ts';
import {
  ALL,
  conditionsOf,
  createdConditions,
  effectiveStates,
  guestConditions,
  sourceOf,
  nameOf,
} from './booking-list-conditions.ts';
import type { GuestLookup } from './booking-list-conditions.ts';
import type { GuestSealer } from '../guests/guest-sealer.ts';
import { reservations, WRITE_ONLY } from '../schema.ts';
import { toReservation } from '../stay/reservation-rows.ts';
import type { ReservationRowAt } from '../stay/reservation-rows.ts';

export type { GuestLookup } from './booking-list-conditions.ts';

/** In order of creation: before the first booking, and after the last. */
const START: Readonly<Record<ListOrder, ListPosition>> = {
  asc: { createdAt: '-infinity', id: '00000000-0000-0000-0000-000000000000' },
  desc: { createdAt: 'infinity', id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' },
};
const EVER = { from: undefined, to: undefined };
const MAX_NAME_LENGTH = 63;
/** Every combination is a text of its own, and a connection never gives up what it has prepared. */
const MAX_PREPARED_FILTERS = 2;
const MICROSECONDS = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{6}Z$/;
const columns = selectList(reservations, { except: [...WRITE_ONLY, 'traceparent'], alias: 'reservations' });

export function createBookingListRepository(db: Database, sealer: GuestSealer): BookingListRepository {
  return {
    async list(tenantId, filter, { after, limit }, order = 'asc', zones = []) {
      // No booking has such a position, so none comes after it.
      if (after !== null && !isInstant(after.createdAt)) return [];
      const guest = guestLookup(sealer, tenantId, filter);
      const page = { after: after ?? START[order], limit, order, zones: [...zones] };
      const rows = await db.readInTenant<ReservationRowAt>(
        tenantId,
        listStatement(tenantId, filter, page, guest, (prefix) => sealer.searchTokens(tenantId, prefix)),
      );
      return rows.map((row) => ({
        reservation: toReservation(row, sealer),
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

interface StatementPage {
  readonly after: ListPosition;
  readonly limit: number;
  readonly order?: ListOrder;
  /** Of stays of the tenant; there may be others. */
  readonly zones?: readonly string[];
}

/**
 * A list of bookings made in a range begins at its bound: Postgres begins to read an index at the position, and would
 * visit all that lies between that and the bound.
 */
function beginOf(after: ListPosition, order: ListOrder, created: BookingFilter['created']): ListPosition {
  const { endsAfter: from, startsBefore: to } = widestInstants(created ?? EVER);
  const bound = order === 'asc' ? from : to;
  if (bound === undefined) return after;
  const begin = { createdAt: bound.toString(), id: START.asc.id };
  if (after.createdAt === START[order].createdAt) return begin;
  const isLater = Temporal.Instant.compare(Temporal.Instant.from(after.createdAt), bound) >= 0;
  return isLater === (order === 'asc') ? after : begin;
}

/** All conditions use leakproof comparisons, so that row level security allows an index for them. */
export function listStatement(
  tenantId: string,
  filter: BookingFilter,
  { after, limit, order = 'asc', zones = [] }: StatementPage,
  guest?: GuestLookup,
  searchTokens: (prefix: string) => readonly string[] = (prefix) => [prefix],
): ReadStatement {
  const [direction, beyond] = order === 'asc' ? ['ASC', '>'] : ['DESC', '<'];
  const source = sourceOf(filter, searchTokens);
  const conditions = [...conditionsOf(filter), ...createdConditions(filter, { source, order, zones })];
  const inOrder = `ORDER BY ${source.createdAt} ${direction}, ${source.id} ${direction}`;
  const where = [
    `reservations.tenant_id = $tenantId AND reservations.state <> 'pending'`,
    `(${source.createdAt}, ${source.id}) ${beyond} ($createdAt::timestamptz, $id::uuid)`,
    ...conditions.map(({ sql }) => sql),
  ].join(' AND ');
  const ofGuest = guestConditions(guest);
  const branches = effectiveStates(filter.state).flatMap((state) =>
    ofGuest.sql.flatMap((isGuest) =>
      source.branches.map(
        ({ from, where: isLed }) =>
          `SELECT ${columns}, statement_timestamp() AS at FROM ${from} WHERE ${where}${isLed}${state}${isGuest} ${inOrder} LIMIT $limit`,
      ),
    ),
  );
  const parts = [...conditions, source];
  const names = [...parts.map((part) => part.name), ...ofGuest.names, ...(order === 'desc' ? [order] : [])];
  const values = Object.fromEntries(parts.flatMap((part) => Object.entries(part.values)));
  const given = { ...values, ...ofGuest.values, ...beginOf(after, order, filter.created), tenantId, limit };
  const text = union(branches, direction);
  const filters = conditions.length + [source !== ALL, guest, filter.state].filter(Boolean).length;
  return filters > MAX_PREPARED_FILTERS
    ? unpreparedStatement('list_bookings', text)(given)
    : namedStatement(statementName([...names, nameOf(filter.state)]), text)(given);
}

/** Postgres cuts the name of a prepared statement at 63 characters, so that two long ones could be one. */
function statementName(parts: readonly string[]): string {
  const name = ['list_bookings', ...parts].join('_');
  if (name.length <= MAX_NAME_LENGTH) return name;
  return `list_bookings_${createHash('sha256').update(name).digest('hex').slice(0, 32)}`;
}

function guestLookup(
  sealer: GuestSealer,
  tenantId: string,
  { guestEmail }: BookingFilter,
): GuestLookup | undefined {
  return guestEmail === undefined ? undefined : { emailHashes: sealer.emailHashes(tenantId, guestEmail) };
}

/** Each branch is read in the order of its index, and no further than the page goes. */
function union(branches: readonly string[], direction: string): string {
  const [only = '', ...others] = branches;
  if (others.length === 0) return only;
  return `(${branches.join(') UNION ALL (')}) ORDER BY "createdAt" ${direction}, id ${direction} LIMIT $limit`;
}
