import type { CancellationPolicy } from '@lodging/contract-inventory';
import type { refundCreated } from '@lodging/contract-payments';
import {
  reservationCancelled,
  reservationCheckedIn,
  reservationCheckedOut,
  reservationConfirmed,
  reservationCreated,
  reservationExpired,
  reservationNoShow,
  reservationUpdated,
} from '@lodging/contract-reservations';
import type {
  Booking,
  createBooking,
  createCheckoutSession,
  createQuote,
  listBookings,
  moveBooking,
  placeHold,
  readBooking,
  refundBooking,
  Reservation as ReservationWire,
  ReservationFacts,
  sendGuestCode,
  verifyGuestCode,
} from '@lodging/contract-reservations';
import type { RequestOf, ResponseOf } from '@lodging/contract-wire';
import { instantText } from '@lodging/kernel';
import type { NewId } from '@lodging/kernel';
import type { EventToPublish, ReceivedEvent } from '@lodging/kit-messaging';
import type { Caller } from '@lodging/kit-runtime';
import type { z } from 'zod';
import type { Bound } from '../domain/booking-filter.ts';
import type { RefundUpdate } from '../domain/refund.ts';
import type { PolicyRecord } from '../domain/frozen-policy.ts';
import type { BookingDetails, Reservation } from '../domain/reservation.ts';
import type { ReservationEvent, StateChange } from '../domain/transitions.ts';
import type { UnpricedStay } from '../ports/inventory.ts';
import type { CreateBooking, CreatedBooking } from '../use-cases/create-booking.ts';
import type { CheckoutSession } from '../use-cases/create-checkout-session.ts';
import type { SignedQuote } from '../use-cases/create-quote.ts';
import type { BookingPage, ListBookings } from '../use-cases/list-bookings.ts';
import type { PlaceHold } from '../use-cases/place-hold.ts';
import type { BookingWithTerms, ReadableBooking } from '../use-cases/read-booking.ts';
import type { RefundBooking } from '../use-cases/refund-booking.ts';
import type { VerifiedGuest } from '../use-cases/verify-guest-code.ts';
import { fingerprint } from './fingerprint.ts';
import { toCancellationWire, toQuotedCancellationWire, toSettledWire } from './cancellation-wire.ts';

// Requests and consumed events

/** The currency of a request is for display: the price is in the resource's own. */
export function fromCreateQuote(request: RequestOf<typeof createQuote>): UnpricedStay {
  const { resourceId, ratePlanId, from, to, partySize, quantity, currency: displayCurrency } = request;
  const { occupancyChildren, childAges, alternatives } = request;
  const window = { from: Temporal.Instant.from(from), to: Temporal.Instant.from(to) };
  return {
    resourceId,
    ratePlanId,
    window,
    partySize,
    quantity,
    ...(occupancyChildren !== undefined && { occupancyChildren }),
    ...(childAges !== undefined && { childAges }),
    ...(alternatives !== undefined && { alternatives }),
    displayCurrency,
  };
}

export function fromPlaceHold(request: RequestOf<typeof placeHold>): PlaceHold {
  const { idempotencyKey, ...body } = request;
  return { idempotencyKey, fingerprint: fingerprint('place-hold', body), ...body };
}

export function fromCreateBooking(request: RequestOf<typeof createBooking>): CreateBooking {
  const { idempotencyKey, ...body } = request;
  const { alternatives: _alternatives, ...booked } = body;
  const { paidOffline, taxExemptions } = body;
  return {
    idempotencyKey,
    fingerprint: fingerprint('create-booking', booked),
    stay: { ...fromCreateQuote(body), ...(taxExemptions !== undefined && { taxExemptions }) },
    details: detailsOf(body),
    paidOffline,
  };
}

function detailsOf(body: Omit<RequestOf<typeof createBooking>, 'idempotencyKey'>): BookingDetails {
  const { guestEmail, guestName, guestPhone, guestLanguage, externalReference, notes, metadata } = body;
  return {
    guestEmail,
    guestName: guestName ?? null,
    guestPhone: guestPhone ?? null,
    guestLanguage: guestLanguage ?? null,
    externalReference: externalReference ?? null,
    notes: notes ?? null,
    metadata: metadata ?? {},
  };
}

export function fromListBookings(request: RequestOf<typeof listBookings>): ListBookings {
  const { limit, after, resourceId, state, guestEmail, externalReference, source, ratePlanId, quantityMin } =
    request;
  const { metadataKey: key, metadataValue: value, q: query, order = 'asc' } = request;
  const range = (from: string | undefined, to: string | undefined) =>
    from === undefined && to === undefined ? undefined : { from: toBound(from), to: toBound(to) };
  const filter = {
    resourceId,
    state,
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
  return { filter, ...(order === 'desc' && { order }), page: { limit, after } };
}

export function fromRefundBooking(request: RequestOf<typeof refundBooking>): RefundBooking {
  const { reservationId, amountMinorUnits: amount } = request;
  return { reservationId, minorUnits: amount === undefined ? undefined : BigInt(amount) };
}

/** `refund.created` and `refund.failed` have the same shape. */
export function fromRefundEvent(event: ReceivedEvent<z.output<typeof refundCreated.data>>): RefundUpdate {
  const { id, reservationId, amountMinorUnits, currency, state } = event.data.refund;
  return {
    id,
    reservationId,
    amount: { minorUnits: BigInt(amountMinorUnits), currency },
    state,
    version: event.aggregateVersion,
    at: Temporal.Instant.from(event.occurredAt),
  };
}

function toBound(text: string | undefined): Bound | undefined {
  if (text === undefined) return undefined;
  return text.includes('T') ? Temporal.Instant.from(text) : Temporal.PlainDate.from(text);
}

// Responses and published events

/** Notes of lines are for the tenant alone. */
export function toQuoteWire(
  { quote, token, display, cancellation, schedule }: SignedQuote,
  { kind }: Pick<Caller, 'kind'>,
): ResponseOf<typeof createQuote> {
  const { priceBreakdown } = display;
  return {
    quoteId: quote.id,
    resourceId: quote.stay.resourceId,
    ratePlanId: quote.stay.ratePlanId,
    from: instantText(quote.stay.window.from),
    to: instantText(quote.stay.window.to),
    partySize: quote.partySize,
    quantity: quote.stay.quantity,
    expiresAt: instantText(quote.expiresAt),
    signedQuoteToken: token,
    displayTotal: display.displayTotal,
    fx: display.fx,
    priceBreakdown:
      kind === 'publishable'
        ? { ...priceBreakdown, lines: priceBreakdown.lines.map(({ note: _note, ...line }) => line) }
        : priceBreakdown,
    cancellation: cancellation && toQuotedCancellationWire(cancellation),
    schedule: [...schedule],
  };
}

export function toReservationWire(reservation: Reservation): ReservationWire {
  const { stay, total, holdExpiresAt } = reservation;
  return {
    id: reservation.id,
    resourceId: stay.resourceId,
    ratePlanId: stay.ratePlanId,
    state: reservation.state,
    startsAt: instantText(stay.window.from),
    endsAt: instantText(stay.window.to),
    totalMinorUnits: total.minorUnits.toString(),
    currency: total.currency,
    holdExpiresAt: holdExpiresAt === null ? null : instantText(holdExpiresAt),
    createdAt: instantText(reservation.createdAt),
    version: reservation.version,
  };
}

/** The record in events, and in responses to operators. It never carries the guest: events go to webhooks and to logs. */
export function toReservationFactsWire(reservation: Reservation): ReservationFacts {
  return {
    ...toReservationWire(reservation),
    roomTypeId: reservation.stay.roomTypeId,
    quantity: reservation.stay.quantity,
    source: reservation.source,
    occupancyAdults: reservation.occupancy.adults,
    occupancyChildren: reservation.occupancy.children,
    updatedAt: instantText(reservation.updatedAt),
    externalReference: reservation.externalReference,
    metadata: reservation.metadata,
  };
}

/** Adds the guest: in responses to secret keys only. */
export function toBookingWire(reservation: Reservation): Booking {
  const { version, externalReference, metadata, notes, moveReason } = reservation;
  const { guestEmail, guestName, guestPhone, guestLanguage } = reservation;
  const guest = { guestEmail, guestName, guestPhone, guestLanguage };
  const details = { version, externalReference, metadata, notes, moveReason };
  return { ...toReservationFactsWire(reservation), ...details, ...guest };
}

/** Adds what was agreed: where one booking is answered. */
export function toBookingWithTermsWire({
  reservation,
  terms,
  cancellation,
  balanceState,
}: BookingWithTerms): ResponseOf<typeof moveBooking> {
  const bill = terms?.bill ?? null;
  return {
    ...toBookingWire(reservation),
    bill: bill && { ...bill, nights: [...bill.nights], lines: [...bill.lines] },
    cancellationPolicy: terms?.policy ? toPolicyWire(terms.policy.policy) : null,
    schedule: terms && [...terms.schedule],
    cancellation: cancellation && toCancellationWire(cancellation),
    balanceState,
  };
}

function toPolicyWire({ steps, ...policy }: PolicyRecord): CancellationPolicy {
  return { ...policy, steps: [...steps] };
}

export function toReadBookingWire({ etag, booking }: ReadableBooking): ResponseOf<typeof readBooking> {
  return { etag, booking: booking && toBookingWithTermsWire(booking) };
}

export function toCreatedBookingWire({
  payment,
  ...booked
}: CreatedBooking): ResponseOf<typeof createBooking> {
  return { booking: toBookingWithTermsWire(booked), payment, ...booked.terms?.display };
}

const EVENT_TYPES: Readonly<Record<ReservationEvent['verb'], string>> = {
  created: reservationCreated.type,
  confirmed: reservationConfirmed.type,
  cancelled: reservationCancelled.type,
  expired: reservationExpired.type,
  'checked-in': reservationCheckedIn.type,
  'checked-out': reservationCheckedOut.type,
  'no-show': reservationNoShow.type,
  updated: reservationUpdated.type,
};

function dataOf(
  verb: ReservationEvent['verb'],
  reservation: Reservation,
  settlement: StateChange['settlement'],
) {
  const facts = toReservationFactsWire(reservation);
  if (settlement === undefined || (verb !== 'cancelled' && verb !== 'no-show')) return { reservation: facts };
  const { cancellation, terms } = toSettledWire(settlement);
  if (verb === 'no-show') return { reservation: facts, settlement: terms };
  return { reservation: { ...facts, cancellation }, settlement: terms };
}

/** The last event of a change carries the version of the row. */
export function toEventsWire({ events, settlement }: StateChange, newId: NewId): EventToPublish[] {
  return events.map(({ verb, reservation, changes }, index) => ({
    id: newId(),
    type: EVENT_TYPES[verb],
    tenantId: reservation.tenantId,
    livemode: reservation.livemode,
    occurredAt: reservation.updatedAt,
    aggregateId: reservation.id,
    aggregateVersion: reservation.version - (events.length - 1 - index),
    data: { ...dataOf(verb, reservation, settlement), ...(changes !== undefined && { changes }) },
  }));
}

export function toBookingPageWire({ bookings, nextAfter }: BookingPage): ResponseOf<typeof listBookings> {
  return { bookings: bookings.map(toBookingWire), nextAfter };
}

export function toCheckoutSessionWire(session: CheckoutSession): ResponseOf<typeof createCheckoutSession> {
  const { id, url, amount, hold } = session;
  return {
    id,
    reservationId: hold.id,
    url,
    expiresAt: instantText(hold.holdExpiresAt),
    amountMinorUnits: amount.minorUnits.toString(),
    currency: amount.currency,
  };
}

export function toAcceptedCodeWire({
  expiresAt,
}: {
  readonly expiresAt: Temporal.Instant;
}): ResponseOf<typeof sendGuestCode> {
  return { accepted: true, expiresAt: instantText(expiresAt) };
}

export function toVerifiedGuestWire({ token, grant }: VerifiedGuest): ResponseOf<typeof verifyGuestCode> {
  return { guestVerificationToken: token, expiresAt: instantText(grant.expiresAt) };
}
