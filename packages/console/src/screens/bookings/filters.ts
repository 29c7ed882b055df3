import { addDays, isDate, startOfDate } from '@lodging/format';
import type { BookingFilters } from '../../api/queries/bookings.ts';
import type { BookingsSearch } from '../../app/search.ts';
import { SHORTEST_SEARCH } from '../../ui/fields/search-field.tsx';

const ORDERS: Readonly<Record<string, Pick<BookingFilters, 'sort' | 'order'>>> = {
  newest: { order: 'desc' },
  oldest: { order: 'asc' },
  arrival: { sort: 'arrival', order: 'asc' },
  departure: { sort: 'departure', order: 'asc' },
};

/** An address may have been typed: what is no date filters nothing. */
export const dateIn = (text: string | undefined): string | undefined =>
  text !== undefined && isDate(text) ? text : undefined;

/** On the screen the last day is meant to be in it. */
function after(text: string | undefined): string | undefined {
  const date = dateIn(text);
  return date && addDays(date, 1);
}

/** What the address says, as the list of bookings takes it. */
export function filtersOf(search: BookingsSearch, timeZone: string): BookingFilters {
  const q = (search.q ?? '').trim();
  const cancelledOn = dateIn(search.cancelledOn);
  return {
    q: q.length >= SHORTEST_SEARCH ? q : undefined,
    // Cancelled for good: no other state could fit.
    state: cancelledOn === undefined ? search.state : 'cancelled',
    balanceState: search.balance,
    source: search.source?.includes(',') ? undefined : (search.source as 'direct' | 'manual' | undefined),
    resourceId: search.resource,
    ratePlanId: search.plan,
    quantityMin: search.units === undefined ? undefined : Number(search.units),
    externalReference: search.reference,
    guestEmail: search.email,
    arrivalFrom: dateIn(search.arrivalFrom),
    arrivalTo: after(search.arrivalUntil),
    departureFrom: dateIn(search.departureFrom),
    departureTo: after(search.departureUntil),
    from: dateIn(search.stayFrom),
    to: after(search.stayUntil),
    createdFrom: dateIn(search.madeFrom),
    createdTo: after(search.madeUntil),
    // A booking that was cancelled on that day was changed then, or later.
    updatedSince: cancelledOn && startOfDate(cancelledOn, timeZone),
    // One of them alone is refused.
    ...(search.metadataKey !== undefined &&
      search.metadataValue !== undefined && {
        metadataKey: search.metadataKey,
        metadataValue: search.metadataValue,
      }),
    ...(ORDERS[search.sort ?? 'newest'] ?? ORDERS['newest']),
    ...(search.group !== undefined && { groupId: search.group }),
    ...(search.guest !== undefined && { guestId: search.guest }),
  } as BookingFilters;
}

export function listed(text: string | undefined): string[] {
  return text === undefined ? [] : text.split(',');
}
