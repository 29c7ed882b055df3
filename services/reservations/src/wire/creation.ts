import type { createBooking, placeHold } from '@lodging/contract-reservations';
import type { RequestOf, ResponseOf } from '@lodging/contract-wire';
import { sealedGuestOf } from '../domain/stay/guest-details.ts';
import type { BookingDetails } from '../domain/stay/reservation.ts';
import { fingerprint } from './fingerprint.ts';
import type { CreateBooking, CreatedBooking } from '../use-cases/bookings/create-booking.ts';
import type { PlaceHold } from '../use-cases/creation/place-hold.ts';
import { bookingWithTermsToWire } from './bookings.ts';
import { createQuoteFromWire } from './quotes.ts';

export function placeHoldFromWire(request: RequestOf<typeof placeHold>): PlaceHold {
  const { idempotencyKey, ...body } = request;
  return { idempotencyKey, fingerprint: fingerprint('place-hold', body), ...body };
}

export function createBookingFromWire(request: RequestOf<typeof createBooking>): CreateBooking {
  const { idempotencyKey, ...body } = request;
  const { alternatives: _alternatives, ...booked } = body;
  const { paidOffline, payAtProperty, taxExemptions, expectedTotalMinorUnits: expected } = body;
  return {
    idempotencyKey,
    fingerprint: fingerprint('create-booking', booked),
    stay: { ...createQuoteFromWire(body), ...(taxExemptions !== undefined && { taxExemptions }) },
    details: detailsOf(body),
    paidOffline,
    ...(payAtProperty !== undefined && { payAtProperty }),
    ...(expected !== undefined && { expectedTotalMinorUnits: BigInt(expected) }),
  };
}

function detailsOf(body: Omit<RequestOf<typeof createBooking>, 'idempotencyKey'>): BookingDetails {
  const { guestLanguage, externalReference, notes, metadata } = body;
  return {
    ...sealedGuestOf((name) => body[name] ?? null),
    guestLanguage: guestLanguage ?? null,
    externalReference: externalReference ?? null,
    notes: notes ?? null,
    metadata: metadata ?? {},
  };
}

export function createdBookingToWire({
  payment,
  ...booked
}: CreatedBooking): ResponseOf<typeof createBooking> {
  return { booking: bookingWithTermsToWire(booked), payment, ...booked.terms?.display };
}
