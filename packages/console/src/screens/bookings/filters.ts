import { addDays } from '@lodging/format';
import type { BookingFilters } from '../../api/queries/bookings.ts';
import type { BookingsSearch } from '../../app/search.ts';
import { SHORTEST_SEARCH } from '../../ui/fields/search-field.tsx';

const ORDERS: Readonly<Record<string, Pick<BookingFilters, 'sort' | 'order'>>> = {
  newest: { order: 'desc' },
  oldest: { order: 'asc' },
  arrival: { sort: 'arrival', order: 'asc' },
  departure: { sort: 'departure', order: 'asc' },
};

/** On the screen the last day is meant to be in it. */
const after = (date: string | undefined): string | undefined => date && addDays(date, 1);

/** What the address says, as the list of bookings takes it. */
export function filtersOf(search: BookingsSearch): BookingFilters {
  const q = (search.q ?? '').trim();
  return {
    q: q.length >= SHORTEST_SEARCH ? q : undefined,
    state: search.state,
    balanceState: search.balance,
    source: search.source?.includes(',') ? undefined : (search.source as 'direct' | 'manual' | undefined),
    resourceId: search.resource,
    ratePlanId: search.plan,
    quantityMin: search.units === undefined ? undefined : Number(search.units),
    externalReference: search.reference,
    guestEmail: search.email,
    arrivalFrom: search.arrivalFrom,
    arrivalTo: after(search.arrivalUntil),
    departureFrom: search.departureFrom,
    departureTo: after(search.departureUntil),
    from: search.stayFrom,
    to: after(search.stayUntil),
    createdFrom: search.madeFrom,
    createdTo: after(search.madeUntil),
    updatedSince: search.changedFrom,
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
