import type { ListPosition } from '@lodging/kernel';
import { widestInstants } from '../../domain/bookings/booking-filter.ts';
import type { BookingFilter, ListOrder, ListSort } from '../../domain/bookings/booking-filter.ts';
import type { ReservationRowAt } from '../stay/reservation-rows.ts';

/** Before the first booking, and after the last. */
export const START: Readonly<Record<ListOrder, ListPosition>> = {
  asc: { createdAt: '-infinity', id: '00000000-0000-0000-0000-000000000000' },
  desc: { createdAt: 'infinity', id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' },
};

const MICROSECONDS = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{6}Z$/;
/** Postgres has no year 0. */
const YEAR_ONE_MS = -62_135_596_800_000;
const EVER = { from: undefined, to: undefined };

/** The moment by which a list is in order: a column, its name in rows, and the range of a filter that bounds it. */
export interface SortMoment {
  readonly column: string;
  readonly property: 'createdAt' | 'startsAt' | 'endsAt';
  readonly range: (filter: BookingFilter) => BookingFilter['created'];
}

export const MOMENTS: Readonly<Record<ListSort, SortMoment>> = {
  created: {
    column: 'created_at',
    property: 'createdAt',
    range: ({ created }) => created,
  },
  arrival: {
    column: 'starts_at',
    property: 'startsAt',
    range: ({ arrival }) => arrival,
  },
  departure: {
    column: 'ends_at',
    property: 'endsAt',
    range: ({ departure }) => departure,
  },
};

/** To the microsecond, like the order of the list. */
export function positionOf(row: ReservationRowAt, sort: ListSort): ListPosition {
  const moment = row[MOMENTS[sort].property];
  return { createdAt: moment.toString({ smallestUnit: 'microsecond' }), id: row.id };
}

/** Of no other text is there a booking at the position. */
export function isPosition({ createdAt }: ListPosition): boolean {
  if (!MICROSECONDS.test(createdAt)) return false;
  try {
    return Temporal.Instant.from(createdAt).epochMilliseconds >= YEAR_ONE_MS;
  } catch {
    return false;
  }
}

/**
 * A list in a range of its own moment begins at the bound of that: Postgres begins to read an index at the position, and
 * would visit all that lies between that and the bound.
 */
export function beginOf(
  after: ListPosition,
  order: ListOrder,
  range: BookingFilter['created'],
): ListPosition {
  const { endsAfter: from, startsBefore: to } = widestInstants(range ?? EVER);
  const bound = order === 'asc' ? from : to;
  if (bound === undefined) return after;
  const begin = { createdAt: bound.toString(), id: START.asc.id };
  if (after.createdAt === START[order].createdAt) return begin;
  const isLater = Temporal.Instant.compare(Temporal.Instant.from(after.createdAt), bound) >= 0;
  return isLater === (order === 'asc') ? after : begin;
}
