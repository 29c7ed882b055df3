import { hasDate, instantsIn, widestInstants } from '../../domain/bookings/booking-filter.ts';
import type {
  BookingFilter,
  BookingWindow,
  ListOrder,
  ListSort,
} from '../../domain/bookings/booking-filter.ts';
import type { ReservationState } from '../../domain/stay/states.ts';
import { balanceCondition } from './balance-conditions.ts';
import { storedPrefix } from '../../domain/bookings/booking-search.ts';
import { readReference } from '../../domain/stay/reference.ts';

export interface GuestLookup {
  /** One, and those under earlier secrets while it is replaced. */
  readonly emailHashes: readonly string[];
}

/** A part of a statement. Each combination of parts is a prepared statement of its own. */
interface Part {
  /** A part of the statement's name. */
  readonly name: string;
  readonly sql: string;
  readonly values: Readonly<Record<string, unknown>>;
}

/** Of Postgres’s `integer`. */
const MAX_INTEGER = 2_147_483_647;

export function conditionsOf(filter: BookingFilter): Part[] {
  const { quantityMin = 1 } = filter;
  const [state, ...otherStates] = filter.states ?? [];
  return [
    condition('resource', 'resource_id = $resource', filter.resourceId),
    ...windowConditions(filter),
    condition(
      'state',
      'state = $state',
      isTimeDependent(state) || otherStates.length > 0 ? undefined : state,
    ),
    balanceConditions(filter),
    condition('reference', 'external_reference = $reference', filter.externalReference),
    condition('source', 'source = $source', filter.source),
    condition('plan', 'rate_plan_id = $plan', filter.ratePlanId),
    // The first comparison is that of the index.
    condition(
      'units',
      'quantity > 1 AND reservations.quantity >= $units',
      quantityMin > 1 ? Math.min(quantityMin, MAX_INTEGER) : undefined,
    ),
    ...rangeConditions('arrival', 'starts_at', filter.arrival),
    ...rangeConditions('departure', 'ends_at', filter.departure),
    ...rangeConditions('updated', 'updated_at', filter.updated),
    ...metadataCondition(filter),
  ].flat();
}

function balanceConditions({ balanceStates }: BookingFilter): Part[] {
  const sql = balanceStates && balanceCondition(balanceStates);
  return sql === undefined ? [] : [{ name: 'balance', sql, values: {} }];
}

function windowConditions({ window }: BookingFilter): Part[] {
  const { endsAfter, startsBefore } = widestInstants(window);
  return [
    ...condition('from', 'ends_at > $from', endsAfter),
    ...condition('to', 'starts_at < $to', startsBefore),
  ];
}

function rangeConditions(name: string, column: string, range: BookingFilter['created']): Part[] {
  if (range === undefined) return [];
  const { endsAfter: from, startsBefore: to } = widestInstants(range);
  const [least, most] = [`${name}From`, `${name}To`];
  return [
    ...condition(least, `${column} >= $${least}`, from),
    ...condition(most, `${column} < $${most}`, to),
  ];
}

function condition(name: string, sql: string, value: unknown): Part[] {
  return value === undefined ? [] : [{ name, sql: `reservations.${sql}`, values: { [name]: value } }];
}

interface ListOf {
  readonly source: Source;
  readonly order: ListOrder;
  readonly sort: ListSort;
  readonly zones: readonly string[];
}

/**
 * The bound at which a list of bookings made in a range ends; in order of creation it begins at the other one. `zones` are
 * those that bookings of the list are known to have: a date begins later there than in the easternmost zone.
 */
export function createdConditions(
  { created }: BookingFilter,
  { source, order, sort, zones }: ListOf,
): Part[] {
  if (created === undefined) return [];
  if (sort !== 'created')
    return [...rangeConditions('created', 'created_at', created), ...zoneConditions(created, zones)];
  const { endsAfter: from, startsBefore: to } = widestInstants(created);
  const [name, comparison, end] = order === 'asc' ? ['createdTo', '<', to] : ['createdFrom', '>=', from];
  const ends = { name, sql: `${source.createdAt} ${comparison} $${name}`, values: { [name]: end } };
  return [...(end === undefined ? [] : [ends]), ...zoneConditions(created, zones)];
}

function zoneConditions(created: BookingWindow, zones: readonly string[]): Part[] {
  if (zones.length === 0 || !hasDate(created)) return [];
  const ranges = zones.map((zone) => instantsIn(zone, created));
  const ofZone = '[array_position($zones::text[], reservations.time_zone)]';
  const sql = `reservations.created_at >= coalesce(($zonesFrom::timestamptz[])${ofZone}, '-infinity')
            AND reservations.created_at < coalesce(($zonesTo::timestamptz[])${ofZone}, 'infinity')`;
  const zonesFrom = ranges.map(({ from }) => from ?? null);
  const zonesTo = ranges.map(({ to }) => to ?? null);
  return [{ name: 'zones', sql, values: { zones, zonesFrom, zonesTo } }];
}

/** The source of the bookings of a list, and the columns of its order. */
export interface Source extends Omit<Part, 'sql'> {
  /** At most one of them has a booking. */
  readonly branches: readonly Branch[];
  readonly createdAt: string;
  readonly id: string;
}

interface Branch {
  readonly from: string;
  readonly where: string;
}

export const ALL: Source = {
  name: 'all',
  branches: [{ from: 'reservations', where: '' }],
  values: {},
  createdAt: 'reservations.created_at',
  id: 'reservations.id',
};

/**
 * A search, or else a key of metadata, leads to the bookings: its table is read in the order of the list and no further
 * than the page goes. OFFSET keeps the planner from joining in another order.
 */
export function sourceOf(
  { metadata, query }: BookingFilter,
  searchTokens: (prefix: string) => readonly string[],
): Source {
  if (query !== undefined)
    return withReference(searchSource(searchTokens(storedPrefix(query))), readReference(query));
  if (metadata === undefined) return ALL;
  const { name, sql, values } = metadataPart(metadata, 'led');
  return leading(name, 'reservation_metadata', [sql], values);
}

/** While GUEST_DATA_SECRET is replaced a booking is found by the token of one secret or of the other. */
function searchSource(tokens: readonly string[]): Source {
  const conditions = tokens.map((_, index) => `led.token = $searchToken${index}`);
  const values = Object.fromEntries(tokens.map((token, index) => [`searchToken${index}`, token]));
  const name = tokens.length === 1 ? 'search' : `search${tokens.length}`;
  return leading(name, 'reservation_search', conditions, values);
}

/** What is searched for may be a whole reference. A booking that the search finds by its tokens is left out here. */
function withReference(search: Source, reference: string | undefined): Source {
  if (reference === undefined) return search;
  const table = `(SELECT tenant_id, id AS reservation_id, created_at FROM reservations
            WHERE tenant_id = $tenantId AND reference = $bookingReference)`;
  const isToken = Object.keys(search.values).map((name) => `found.token = $${name}`);
  const isUnfound = `NOT EXISTS (SELECT FROM reservation_search AS found
            WHERE found.tenant_id = $tenantId AND found.reservation_id = led.reservation_id AND (${isToken.join(' OR ')}))`;
  const values = { ...search.values, bookingReference: reference };
  const { branches } = leading('reference', table, [isUnfound], values);
  return { ...search, name: `${search.name}_reference`, branches: [...search.branches, ...branches], values };
}

/** A branch for each condition. */
function leading(
  name: string,
  table: string,
  conditions: readonly string[],
  values: Source['values'],
): Source {
  const from = `${table} AS led CROSS JOIN LATERAL (
            SELECT * FROM reservations AS one WHERE one.tenant_id = $tenantId AND one.id = led.reservation_id OFFSET 0
          ) AS reservations`;
  return {
    name,
    branches: conditions.map((condition) => ({
      from,
      where: ` AND led.tenant_id = $tenantId AND ${condition}`,
    })),
    values,
    createdAt: 'led.created_at',
    id: 'led.reservation_id',
  };
}

/** Metadata beside a search. */
function metadataCondition({ metadata, query }: BookingFilter): Part[] {
  if (metadata === undefined || query === undefined) return [];
  const { name, sql, values } = metadataPart(metadata, 'm');
  const exists = `EXISTS (SELECT FROM reservation_metadata AS m
            WHERE m.tenant_id = $tenantId AND m.reservation_id = reservations.id AND ${sql})`;
  return [{ name, sql: exists, values }];
}

function metadataPart({ key, value }: NonNullable<BookingFilter['metadata']>, alias: string): Part {
  const isKey = `${alias}.key = $metadataKey`;
  return value === undefined
    ? { name: 'key', sql: isKey, values: { metadataKey: key } }
    : {
        name: 'value',
        sql: `${isKey} AND ${alias}.value = $metadataValue`,
        values: { metadataKey: key, metadataValue: value },
      };
}

/** The values, and branches, each by its index. */
export function guestConditions(guest: GuestLookup | undefined): {
  sql: string[];
  names: string[];
  values: Record<string, string>;
} {
  if (guest === undefined) return { sql: [''], names: [], values: {} };
  const { emailHashes } = guest;
  const sql = emailHashes.map((_, index) => ` AND guest_email_hash = $emailHash${index}`);
  const values = Object.fromEntries(emailHashes.map((hash, index) => [`emailHash${index}`, hash]));
  const names = [emailHashes.length > 1 ? `guest${emailHashes.length}` : 'guest'];
  return { sql, names, values };
}

function isTimeDependent(state: ReservationState | undefined): state is 'held' | 'expired' {
  return state === 'held' || state === 'expired';
}

export function nameOf([state]: readonly ReservationState[] = []): string {
  return isTimeDependent(state) ? state : 'any';
}

/**
 * One branch for each way to be in one of the states: a hold past its end is expired to readers, though its row may still
 * say held. Each branch is read in the order of the index of states.
 */
export function effectiveStates(states: readonly ReservationState[] = []): string[] {
  return states.length === 0 ? [''] : states.flatMap((state) => branchesOf(state, states.length > 1));
}

function branchesOf(state: ReservationState, isOneOfSeveral: boolean): string[] {
  if (state === 'held') return [" AND state = 'held' AND hold_expires_at > statement_timestamp()"];
  if (state === 'expired')
    return [" AND state = 'expired'", " AND state = 'held' AND hold_expires_at <= statement_timestamp()"];
  return [isOneOfSeveral ? ` AND state = '${state}'` : ''];
}
