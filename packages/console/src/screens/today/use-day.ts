import { addDays } from '@lodging/format';
import { useQueryClient } from '@tanstack/react-query';
import type { BookingFilters } from '../../api/queries/bookings.ts';
import { bookingRows } from '../../api/queries/bookings.ts';
import { useResources } from '../../api/queries/resources.ts';
import type { BookingRow } from '../../api/records.ts';
import { useRead } from '../../api/use-read.ts';
import type { BookingsSearch } from '../../app/search.ts';
import { changeovers, dayLists } from '../../domain/day-lists.ts';
import type { DatedStay, DayLists } from '../../domain/day-lists.ts';
import { localDate } from '../../ui/when.tsx';

/** One request of the day: each part of the screen stands by itself when another one fails. */
export interface Part {
  readonly rows: readonly DatedStay<BookingRow>[];
  readonly isLoaded: boolean;
  readonly error: unknown;
  readonly more: boolean;
  /** The list of bookings that has all of them. */
  readonly all: BookingsSearch;
  readonly readAgain: () => unknown;
}

export interface Day extends DayLists<BookingRow> {
  /** Resources that one guest leaves and another one enters on the day. */
  readonly turned: ReadonlySet<string>;
  readonly arrivalParts: readonly Part[];
  readonly stayingParts: readonly Part[];
  readonly departureParts: readonly Part[];
}

/** How long a guest is still expected. */
const EXPECTED_DAYS = 7;

export function useDay(date: string, today: string): Day {
  const isToday = date === today;
  const next = addDays(date, 1);
  const arriving = usePart({ state: 'confirmed', arrivalFrom: date, arrivalTo: next }, isToday);
  const expected = usePart(
    { state: 'confirmed', arrivalFrom: addDays(date, -EXPECTED_DAYS), arrivalTo: date },
    isToday,
  );
  const staying = usePart({ state: 'checked_in' }, isToday);
  const left = usePart({ state: 'checked_out', departureFrom: date, departureTo: next }, isToday);
  const around = usePart({ state: 'confirmed,checked_in,checked_out', from: date, to: next }, !isToday);
  if (!isToday) return otherDay(date, around);
  const parts = { arriving: arriving.rows, expected: expected.rows, staying: staying.rows, left: left.rows };
  return {
    ...dayLists({ date, ...parts }),
    turned: changeovers(date, Object.values(parts).flat()),
    arrivalParts: [arriving, expected],
    departureParts: [staying, left],
    stayingParts: [staying],
  };
}

/** A day that is not today: who is meant to come, to stay and to leave. */
function otherDay(date: string, around: Part): Day {
  const arrivals = around.rows.filter(({ arrival }) => arrival === date);
  const departures = around.rows.filter(({ departure }) => departure === date);
  const done = (stays: typeof arrivals, ...states: string[]): number =>
    stays.filter(({ row }) => states.includes(row.state)).length;
  return {
    arrivals,
    departures,
    staying: around.rows.filter(({ arrival, departure }) => arrival < date && departure > date),
    arrived: { done: done(arrivals, 'checked_in', 'checked_out'), all: arrivals.length },
    departed: { done: done(departures, 'checked_out'), all: departures.length },
    turned: changeovers(date, around.rows),
    arrivalParts: [around],
    departureParts: [around],
    stayingParts: [around],
  };
}

function usePart(filters: BookingFilters, enabled: boolean): Part {
  const client = useQueryClient();
  const resources = useResources();
  const { data, error, refetch } = useRead({ ...bookingRows(client, filters), enabled });
  const states = filters.state?.split(',') ?? [];
  // The resources say at which place a day begins. A row that has left its state is no longer of this part.
  const rows = (resources.isLoaded ? (data?.bookings ?? []) : [])
    .filter(({ state }) => states.includes(state))
    .map((row) => {
      const timeZone = resources.find(row.resourceId)?.timezone ?? 'UTC';
      const [arrival, departure] = [localDate(row.startsAt, timeZone), localDate(row.endsAt, timeZone)];
      return { row, resourceId: row.resourceId, arrival, departure };
    });
  return {
    rows,
    isLoaded: !enabled || (data !== undefined && resources.isLoaded),
    error,
    more: data?.more ?? false,
    all: searchFor(filters),
    readAgain: () => refetch(),
  };
}

/** The last day of a period is part of it on the screen, and not in the API. */
function searchFor({ state, arrivalFrom, arrivalTo, departureFrom, departureTo, from, to }: BookingFilters) {
  const until = (end: string | undefined) => end && addDays(end, -1);
  return {
    state,
    arrivalFrom,
    arrivalUntil: until(arrivalTo),
    departureFrom,
    departureUntil: until(departureTo),
    stayFrom: from,
    stayUntil: until(to),
  };
}
