import type { SoldCancellationPolicy } from '@lodging/contract-inventory';
import type {
  Booking,
  changeBooking,
  listBookings,
  ListedBooking as ListedBookingWire,
  readBooking,
} from '@lodging/contract-reservations';
import type { RequestOf, ResponseOf } from '@lodging/contract-wire';
import type { RowPage } from '@lodging/kernel';
import { endPage } from '@lodging/kit-messaging';
import type { ListedBookingFacts } from '../domain/bookings/listed-booking.ts';
import type { Bound } from '../domain/bookings/booking-filter.ts';
import type { PolicyRecord } from '../domain/stay/stored-policy.ts';
import { sealedGuestOf } from '../domain/stay/guest-details.ts';
import type { Reservation } from '../domain/stay/reservation.ts';
import type { ChangeBooking } from '../use-cases/bookings/change-booking.ts';
import type { ListBookings, ListedBooking } from '../use-cases/bookings/list-bookings.ts';
import type { BookingWithTerms, ReadableBooking } from '../use-cases/bookings/read-booking.ts';
import { cancellationToWire } from './cancellation.ts';
import { billToWire, reservationFactsToWire } from './stay.ts';

export function listBookingsFromWire(request: RequestOf<typeof listBookings>): ListBookings {
  const { limit, after, resourceId, guestEmail, externalReference, source, ratePlanId, quantityMin } =
    request;
  const { state, balanceState, sort } = request;
  const { metadataKey: key, metadataValue: value, q: query, order = 'asc' } = request;
  const range = (from: string | undefined, to: string | undefined) =>
    from === undefined && to === undefined ? undefined : { from: toBound(from), to: toBound(to) };
  const filter = {
    resourceId,
    states: state === undefined ? undefined : [state].flat(),
    balanceStates: balanceState,
    guestEmail,
    window: { from: toBound(request.from), to: toBound(request.to) },
    externalReference,
    source,
    ratePlanId,
    quantityMin,
    metadata: key === undefined ? undefined : { key, value },
    created: range(request.createdFrom, request.createdTo),
    arrival: range(request.arrivalFrom, request.arrivalTo),
    departure: range(request.departureFrom, request.departureTo),
    updated: range(request.updatedSince, undefined),
    query,
  };
  return { filter, ...(order === 'desc' && { order }), sort, page: { limit, after } };
}

function toBound(text: string | undefined): Bound | undefined {
  if (text === undefined) return undefined;
  return text.includes('T') ? Temporal.Instant.from(text) : Temporal.PlainDate.from(text);
}

export function changeBookingFromWire(request: RequestOf<typeof changeBooking>): ChangeBooking {
  const { reservationId, ifMatch, state, reason, ...details } = request;
  return { reservationId, ifMatch, state, reason, details };
}

/** Adds the guest: in responses to secret keys only. */
export function bookingToWire(reservation: Reservation): Booking {
  const { reference, version, externalReference, metadata, notes, moveReason } = reservation;
  const { guestId, guestLanguage } = reservation;
  const guest = { guestId, ...sealedGuestOf((name) => reservation[name]), guestLanguage };
  const details = { reference, version, externalReference, metadata, notes, moveReason };
  return { ...reservationFactsToWire(reservation), ...details, ...guest };
}

/** Adds what was agreed: where one booking is answered. */
export function bookingWithTermsToWire({
  reservation,
  terms,
  cancellation,
  balanceState,
}: BookingWithTerms): ResponseOf<typeof changeBooking> {
  const bill = terms?.bill ?? null;
  return {
    ...bookingToWire(reservation),
    bill: bill && billToWire(bill),
    cancellationPolicy: terms?.policy ? policyToWire(terms.policy.policy) : null,
    schedule: terms && [...terms.schedule],
    cancellation: cancellation && cancellationToWire(cancellation),
    balanceState,
    dueAtPropertyMinorUnits: bill?.dueAtPropertyMinorUnits ?? '0',
  };
}

function policyToWire({ steps, ...policy }: PolicyRecord): SoldCancellationPolicy {
  return { ...policy, steps: [...steps] };
}

export function readBookingToWire({ etag, booking }: ReadableBooking): ResponseOf<typeof readBooking> {
  return { etag, booking: booking && bookingWithTermsToWire(booking) };
}

export function listedBookingToWire(listed: ListedBookingFacts): ListedBookingWire {
  const { booking, balanceState, dueAtPropertyMinorUnits } = listed;
  return { ...bookingToWire(booking), balanceState, dueAtPropertyMinorUnits };
}

export function bookingPageToWire(page: RowPage<ListedBooking>): ResponseOf<typeof listBookings> {
  const { items, last } = endPage(page, listedBookingToWire);
  return { bookings: items, nextAfter: last?.position ?? null };
}
