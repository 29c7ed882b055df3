import type { refundCreated } from '@lodging/contract-payments';
import type {
  Booking,
  Reservation as ReservationWire,
  ReservationFacts,
  createBooking,
  createCheckoutSession,
  createQuote,
  listBookings,
  placeHold,
  refundBooking,
  sendGuestCode,
  summarizePeriod,
  verifyGuestCode,
} from '@lodging/contract-reservations';
import type { RequestOf, ResponseOf } from '@lodging/contract-wire';
import { instantText } from '@lodging/kernel';
import type { StayWindow } from '@lodging/kernel';
import type { ReceivedEvent } from '@lodging/kit-messaging';
import type { z } from 'zod';
import type { Bound } from '../domain/booking-filter.ts';
import type { Period } from '../domain/period.ts';
import type { RefundUpdate } from '../domain/refund.ts';
import type { Reservation } from '../domain/reservation.ts';
import type { CurrencySummary, PeriodSummary } from '../domain/summarize-period.ts';
import type { CreateBooking } from '../use-cases/create-booking.ts';
import type { CheckoutSession } from '../use-cases/create-checkout-session.ts';
import type { SignedQuote } from '../use-cases/create-quote.ts';
import type { BookingPage, ListBookings } from '../use-cases/list-bookings.ts';
import type { PlaceHold } from '../use-cases/place-hold.ts';
import type { RefundBooking } from '../use-cases/refund-booking.ts';
import type { SummarizePeriod } from '../use-cases/summarize-period.ts';
import type { VerifiedGuest } from '../use-cases/verify-guest-code.ts';
import { fingerprint } from './fingerprint.ts';

// Requests and events

type QuoteRequest = RequestOf<typeof createQuote>;

export function fromQuoteRequest({ from, to, currency, ...stay }: QuoteRequest) {
  return { ...stay, window: toWindow(from, to), displayCurrency: currency };
}

export function fromHoldRequest({ idempotencyKey, ...body }: RequestOf<typeof placeHold>): PlaceHold {
  const { signedQuoteToken, partySize } = body;
  return {
    idempotencyKey,
    fingerprint: fingerprint('place-hold', body),
    signedQuoteToken,
    partySize,
  };
}

export function fromBookingRequest(request: RequestOf<typeof createBooking>): CreateBooking {
  const { idempotencyKey, ...body } = request;
  const { from, to, currency, paidOffline, guestEmail, guestName, guestPhone, ...stay } = body;
  return {
    idempotencyKey,
    fingerprint: fingerprint('create-booking', body),
    // The currency is for display: the booking is in the resource's own.
    stay: { ...stay, window: toWindow(from, to), displayCurrency: currency },
    details: { guestEmail, guestName: guestName ?? null, guestPhone: guestPhone ?? null },
    paidOffline,
  };
}

export function fromListRequest(request: RequestOf<typeof listBookings>): ListBookings {
  const { limit, after, resourceId, state, guestEmail, from, to } = request;
  const window = { from: toBound(from), to: toBound(to) };
  return { filter: { resourceId, state, guestEmail, window }, page: { limit, after } };
}

export function fromRefundRequest(request: RequestOf<typeof refundBooking>): RefundBooking {
  const { reservationId, amountMinorUnits: amount } = request;
  return { reservationId, minorUnits: amount === undefined ? undefined : BigInt(amount) };
}

export function fromPeriodRequest(request: RequestOf<typeof summarizePeriod>): SummarizePeriod {
  const period = {
    from: Temporal.PlainDate.from(request.from),
    to: Temporal.PlainDate.from(request.to),
  };
  return { period, timeZone: request.timezone };
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

function toWindow(from: string, to: string): StayWindow {
  return { from: Temporal.Instant.from(from), to: Temporal.Instant.from(to) };
}

function toBound(text: string | undefined): Bound | undefined {
  if (text === undefined) return undefined;
  return text.includes('T') ? Temporal.Instant.from(text) : Temporal.PlainDate.from(text);
}

// Responses

export function toQuote({ quote, token, display }: SignedQuote): ResponseOf<typeof createQuote> {
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
    priceBreakdown: display.priceBreakdown,
  };
}

export function toBooking(reservation: Reservation): Booking {
  return { ...toReservationFacts(reservation), guestEmail: reservation.guestEmail };
}

export function toBookingPage({ bookings, nextAfter }: BookingPage): ResponseOf<typeof listBookings> {
  return { bookings: bookings.map(toBooking), nextAfter };
}

export function toCheckoutSession(session: CheckoutSession): ResponseOf<typeof createCheckoutSession> {
  const { id, url, hold } = session;
  return {
    id,
    reservationId: hold.id,
    url,
    expiresAt: instantText(hold.holdExpiresAt),
    amountMinorUnits: hold.total.minorUnits.toString(),
    currency: hold.total.currency,
  };
}

export function toAcceptedCode({
  expiresAt,
}: {
  readonly expiresAt: Temporal.Instant;
}): ResponseOf<typeof sendGuestCode> {
  return { accepted: true, expiresAt: instantText(expiresAt) };
}

export function toVerifiedGuest({ token, grant }: VerifiedGuest): ResponseOf<typeof verifyGuestCode> {
  return { guestVerificationToken: token, expiresAt: instantText(grant.expiresAt) };
}

export function toPeriodSummary(
  { from, to }: Period,
  { totals, arrivals }: PeriodSummary,
): ResponseOf<typeof summarizePeriod> {
  return {
    from: from.toString(),
    to: to.toString(),
    totals: totals.map(toCurrencySummary),
    bookings: {
      confirmed: arrivals.confirmed,
      checkedIn: arrivals.checked_in,
      checkedOut: arrivals.checked_out,
      cancelled: arrivals.cancelled,
      noShow: arrivals.no_show,
    },
  };
}

function toCurrencySummary(total: CurrencySummary) {
  return {
    currency: total.currency,
    revenueMinorUnits: total.revenue.toString(),
    refundedMinorUnits: total.refunded.toString(),
    netRevenueMinorUnits: total.netRevenue.toString(),
    roomNightsSold: total.nightsSold,
    roomNightsAvailable: total.nightsAvailable,
    occupancyBps: total.occupancyBps,
    adrMinorUnits: total.averageDailyRate.toString(),
    revparMinorUnits: total.revenuePerAvailable.toString(),
  };
}

/** The record in responses to guests. */
export function toReservationSummary(reservation: Reservation): ReservationWire {
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
  };
}

/** The record in events, and in responses to operators. It never carries the guest: events go to webhooks and to logs. */
export function toReservationFacts(reservation: Reservation): ReservationFacts {
  return {
    ...toReservationSummary(reservation),
    roomTypeId: reservation.stay.roomTypeId,
    quantity: reservation.stay.quantity,
    source: reservation.source,
    occupancyAdults: reservation.occupancy.adults,
    occupancyChildren: reservation.occupancy.children,
    updatedAt: instantText(reservation.updatedAt),
  };
}
