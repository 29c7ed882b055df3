import { createHash } from 'node:crypto';
import type { ListPosition } from '@lodging/kernel';
import type { Database, ReadStatement } from '@lodging/kit-postgres';
import { namedStatement, selectList, unpreparedStatement } from '@lodging/kit-postgres';
import type { BookingFilter, ListOrder, ListSort } from '../../domain/bookings/booking-filter.ts';
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
import type { GuestLookup, Source } from './booking-list-conditions.ts';
import { beginOf, isPosition, MOMENTS, positionOf, START } from './booking-list-order.ts';
import type { GuestSealer } from '../guests/guest-sealer.ts';
import { reservations, WRITE_ONLY } from '../schema.ts';
import { listedColumns, toListed } from '../stay/listed-rows.ts';
import type { ListedRow } from '../stay/listed-rows.ts';

export type { GuestLookup } from './booking-list-conditions.ts';

const MAX_NAME_LENGTH = 63;
/** Every combination is a text of its own, and a connection never gives up what it has prepared. */
const MAX_PREPARED_FILTERS = 2;
const columns = selectList(reservations, { except: [...WRITE_ONLY, 'traceparent'], alias: 'reservations' });

export function createBookingListRepository(db: Database, sealer: GuestSealer): BookingListRepository {
  return {
    async list(tenantId, filter, { after, limit }, { order = 'asc', sort = 'created', zones = [] } = {}) {
      // No booking has such a position, so none comes after it.
      if (after !== null && !isPosition(after)) return [];
      const guest = guestLookup(sealer, tenantId, filter);
      const page = { after: after ?? START[order], limit, order, sort, zones: [...zones] };
      const rows = await db.readInTenant<ListedRow>(
        tenantId,
        listStatement(tenantId, filter, page, guest, (prefix) => sealer.searchTokens(tenantId, prefix)),
      );
      return rows.map((row) => ({
        ...toListed(row, sealer),
        position: positionOf(row, sort),
      }));
    },
  };
}

interface StatementPage {
  readonly after: ListPosition;
  readonly limit: number;
  readonly order?: ListOrder;
  readonly sort?: ListSort;
  /** Of stays of the tenant; there may be others. */
  readonly zones?: readonly string[];
}

/** All conditions use leakproof comparisons, so that row level security allows an index for them. */
export function listStatement(
  tenantId: string,
  filter: BookingFilter,
  { after, limit, order = 'asc', sort = 'created', zones = [] }: StatementPage,
  guest?: GuestLookup,
  searchTokens: (prefix: string) => readonly string[] = (prefix) => [prefix],
): ReadStatement {
  const [direction, beyond] = order === 'asc' ? ['ASC', '>'] : ['DESC', '<'];
  const source = sourceOf(filter, searchTokens);
  const moment = MOMENTS[sort];
  const column = sort === 'created' ? source.createdAt : `reservations.${moment.column}`;
  const conditions = [...conditionsOf(filter), ...createdConditions(filter, { source, order, sort, zones })];
  const inOrder = `ORDER BY ${column} ${direction}, ${source.id} ${direction}`;
  const where = [
    `reservations.tenant_id = $tenantId AND reservations.state <> 'pending'`,
    `(${column}, ${source.id}) ${beyond} ($createdAt::timestamptz, $id::uuid)`,
    ...conditions.map(({ sql }) => sql),
  ].join(' AND ');
  const ofGuest = guestConditions(guest);
  const branches = effectiveStates(filter.states).flatMap((state) =>
    ofGuest.sql.flatMap((isGuest) =>
      source.branches.map(
        ({ from, where: isLed }) =>
          `SELECT ${columns}, ${listedColumns}, statement_timestamp() AS at FROM ${from}
            WHERE ${where}${isLed}${state}${isGuest} ${inOrder} LIMIT $limit`,
      ),
    ),
  );
  const parts = [...conditions, source];
  const names = [...parts.map((part) => part.name), ...ofGuest.names, ...suffixesOf(order, sort)];
  const values = Object.fromEntries(parts.flatMap((part) => Object.entries(part.values)));
  const begin = beginOf(after, order, moment.range(filter));
  const given = { ...values, ...ofGuest.values, ...begin, tenantId, limit };
  const text = union(branches, `"${moment.property}" ${direction}, id ${direction}`);
  return isPrepared(filter, { conditions, source, guest })
    ? namedStatement(statementName([...names, nameOf(filter.states)]), text)(given)
    : unpreparedStatement('list_bookings', text)(given);
}

function suffixesOf(order: ListOrder, sort: ListSort): string[] {
  return [...(order === 'desc' ? [order] : []), ...(sort === 'created' ? [] : [sort])];
}

/** Several states, and those of a balance, are lists of words, so that there are too many texts. */
function isPrepared(
  { states = [], balanceStates }: BookingFilter,
  { conditions, source, guest }: { conditions: unknown[]; source: Source; guest: GuestLookup | undefined },
): boolean {
  if (states.length > 1 || balanceStates !== undefined) return false;
  const filters = conditions.length + [source !== ALL, guest, states[0]].filter(Boolean).length;
  return filters <= MAX_PREPARED_FILTERS;
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
function union(branches: readonly string[], order: string): string {
  const [only = '', ...others] = branches;
  if (others.length === 0) return only;
  return `(${branches.join(') UNION ALL (')}) ORDER BY ${order} LIMIT $limit`;
}
