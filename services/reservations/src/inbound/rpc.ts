import * as contract from '@lodging/contract-reservations';
import { mapResult, ok } from '@lodging/kernel';
import type { Result } from '@lodging/kernel';
import { on, Unavailable } from '@lodging/kit-messaging';
import type { Outcome, Route } from '@lodging/kit-messaging';
import { countCodeRefusal } from '../metrics.ts';
import type { ReservationsDeps } from '../ports/deps.ts';
import { cancelBooking } from '../use-cases/cancellation/cancel-booking.ts';
import { recordNoShow } from '../use-cases/cancellation/record-no-show.ts';
import { changeBooking } from '../use-cases/bookings/change-booking.ts';
import { confirmHold } from '../use-cases/confirmation/confirm-hold.ts';
import { createBooking } from '../use-cases/bookings/create-booking.ts';
import { createCheckoutSession } from '../use-cases/confirmation/create-checkout-session.ts';
import { createPaymentIntent } from '../use-cases/confirmation/create-payment-intent.ts';
import { createQuote } from '../use-cases/quotes/create-quote.ts';
import { ListTimeout } from '../ports/bookings.ts';
import { listBookings } from '../use-cases/bookings/list-bookings.ts';
import { listDueReminders } from '../use-cases/mails/list-due-reminders.ts';
import { readMailFacts } from '../use-cases/mails/read-mail-facts.ts';
import { listHistory } from '../use-cases/history/list-history.ts';
import { repairClaim } from '../use-cases/recovery/repair-claim.ts';
import { openBookingIntent } from '../use-cases/money/open-booking-intent.ts';
import { openBookingSession } from '../use-cases/money/open-booking-session.ts';
import { recordBookingPayment } from '../use-cases/money/record-booking-payment.ts';
import { placeHold } from '../use-cases/creation/place-hold.ts';
import { previewCancellation } from '../use-cases/cancellation/preview-cancellation.ts';
import { readBooking } from '../use-cases/bookings/read-booking.ts';
import { readBookingPayments } from '../use-cases/money/read-booking-payments.ts';
import { refundBooking } from '../use-cases/money/refund-booking.ts';
import { sendGuestCode } from '../use-cases/guests/send-guest-code.ts';
import { verifyGuestCode } from '../use-cases/guests/verify-guest-code.ts';
import { dueRemindersToWire, listDueRemindersFromWire, mailFactsToWire } from '../wire/mails.ts';
import { bookingPaymentsToWire, refundBookingFromWire } from '../wire/money.ts';
import { cancellationPreviewToWire, requestedEndFromWire } from '../wire/cancellation.ts';
import { listHistoryFromWire, historyPageToWire } from '../wire/history.ts';
import { changeRoutes } from './change-routes.ts';
import { profileRoutes } from './profile-routes.ts';
import { occupancyRoute } from './occupancy-route.ts';
import { periodRoutes } from './period-routes.ts';
import { manageRoutes } from './manage-routes.ts';
import { recordRefusals } from './record-refusals.ts';
import {
  changeBookingFromWire,
  listBookingsFromWire,
  bookingPageToWire,
  bookingWithTermsToWire,
  readBookingToWire,
} from '../wire/bookings.ts';
import { checkoutSessionToWire } from '../wire/confirmation.ts';
import { createBookingFromWire, placeHoldFromWire, createdBookingToWire } from '../wire/creation.ts';
import { acceptedCodeToWire, verifiedGuestToWire, verifyGuestCodeFromWire } from '../wire/guests.ts';
import { createQuoteFromWire, quoteToWire } from '../wire/quotes.ts';
import { reservationToWire } from '../wire/stay.ts';

export function rpcRoutes(deps: ReservationsDeps): Route[] {
  return [
    ...guestRoutes(deps),
    ...cancellationRoutes(deps),
    ...changeRoutes(deps),
    ...moneyRoutes(deps),
    ...mailRoutes(deps),
    ...manageRoutes(deps),
    ...operatorRoutes(deps),
    ...profileRoutes(deps),
  ].map((route) => recordRefusals(route, deps));
}

function guestRoutes(deps: ReservationsDeps): Route[] {
  return [
    on(contract.createQuote, async (request, ctx) =>
      mapResult(await createQuote(deps, ctx, createQuoteFromWire(request)), (signed) =>
        quoteToWire(signed, ctx.caller),
      ),
    ),
    on(contract.placeHold, async (request, ctx) => {
      const placed = await placeHold(deps, ctx, placeHoldFromWire(request));
      return encode(
        placed,
        ({ reservation }) => reservationToWire(reservation),
        ({ replayed }) => replayed,
      );
    }),
    on(contract.sendGuestCode, async (request, ctx) => {
      const sent = await sendGuestCode(deps, ctx, request);
      countCodeRefusal(sent);
      return mapResult(sent, acceptedCodeToWire);
    }),
    on(contract.verifyGuestCode, async (request, ctx) => {
      const verified = await verifyGuestCode(deps, ctx, verifyGuestCodeFromWire(request));
      countCodeRefusal(verified);
      return mapResult(verified, verifiedGuestToWire);
    }),
    on(contract.createPaymentIntent, async (request, ctx) => {
      const opened = await createPaymentIntent(deps, ctx, request);
      return encode(
        opened,
        (intent) => intent,
        ({ outcome }) => outcome === 'replayed',
      );
    }),
    on(contract.confirmHold, async (request, ctx) =>
      mapResult(await confirmHold(deps, ctx, request), reservationToWire),
    ),
    on(contract.createCheckoutSession, async (request, ctx) =>
      mapResult(await createCheckoutSession(deps, ctx, request), checkoutSessionToWire),
    ),
    on(contract.listSigningKeys, async () => ok({ keys: await deps.signingKeys.publicKeys() })),
  ];
}

function cancellationRoutes(deps: ReservationsDeps): Route[] {
  return [
    on(contract.cancelBooking, async (request, ctx) =>
      mapResult(await cancelBooking(deps, ctx, requestedEndFromWire(request)), bookingWithTermsToWire),
    ),
    on(contract.recordNoShow, async (request, ctx) =>
      mapResult(await recordNoShow(deps, ctx, requestedEndFromWire(request)), bookingWithTermsToWire),
    ),
    on(contract.previewCancellation, async (request, ctx) =>
      mapResult(await previewCancellation(deps, ctx, request), cancellationPreviewToWire),
    ),
  ];
}

function moneyRoutes(deps: ReservationsDeps): Route[] {
  return [
    on(contract.readBookingPayments, async (request, ctx) =>
      mapResult(await readBookingPayments(deps, ctx, request), bookingPaymentsToWire),
    ),
    on(contract.openBookingIntent, async (request, ctx) =>
      encode(
        await openBookingIntent(deps, ctx, request),
        ({ value }) => value,
        ({ replayed }) => replayed,
      ),
    ),
    on(contract.openBookingSession, async (request, ctx) =>
      encode(
        await openBookingSession(deps, ctx, request),
        ({ value }) => ({ ...value, reservationId: request.reservationId }),
        ({ replayed }) => replayed,
      ),
    ),
    on(contract.recordBookingPayment, async (request, ctx) =>
      encode(
        await recordBookingPayment(deps, ctx, request),
        ({ value }) => value,
        ({ replayed }) => replayed,
      ),
    ),
  ];
}

/** For mails to guests, which notifications writes. */
function mailRoutes(deps: ReservationsDeps): Route[] {
  return [
    on(contract.readMailFacts, async (request, ctx) =>
      mapResult(await readMailFacts(deps, ctx, request), mailFactsToWire),
    ),
    on(contract.listDueReminders, async (request, ctx) =>
      mapResult(await listDueReminders(deps, ctx, listDueRemindersFromWire(request)), dueRemindersToWire),
    ),
  ];
}

function operatorRoutes(deps: ReservationsDeps): Route[] {
  return [
    on(contract.createBooking, async (request, ctx) => {
      const created = await createBooking(deps, ctx, createBookingFromWire(request));
      return encode(created, createdBookingToWire, ({ replayed }) => replayed);
    }),
    on(contract.changeBooking, async (request, ctx) =>
      mapResult(await changeBooking(deps, ctx, changeBookingFromWire(request)), bookingWithTermsToWire),
    ),
    on(contract.refundBooking, async (request, ctx) =>
      encode(
        await refundBooking(deps, ctx, refundBookingFromWire(request)),
        ({ value }) => value,
        ({ replayed }) => replayed,
      ),
    ),
    on(contract.repairClaim, async ({ bookingId }, ctx) =>
      mapResult(await repairClaim(deps, ctx, bookingId), (claim) => ({ claim })),
    ),
    ...readRoutes(deps),
  ];
}

function readRoutes(deps: ReservationsDeps): Route[] {
  return [
    on(contract.readBooking, async (request, ctx) =>
      mapResult(await readBooking(deps, ctx, request), readBookingToWire),
    ),
    on(contract.listBookings, async (request, ctx) => {
      const listed = await listBookings(deps, ctx, listBookingsFromWire(request)).catch(asUnavailable);
      return mapResult(listed, bookingPageToWire);
    }),
    on(contract.listHistory, async (request, ctx) =>
      mapResult(await listHistory(deps, ctx, listHistoryFromWire(request)), historyPageToWire),
    ),
    occupancyRoute(deps),
    ...periodRoutes(deps),
  ];
}

/** `isReplay`: an earlier request with the Idempotency-Key has returned the value already. */
function encode<T, Response>(
  result: Result<T>,
  toWire: (value: T) => Response,
  isReplay: (value: T) => boolean,
): Outcome<Response> {
  if (!result.ok) return result;
  return { ...ok(toWire(result.value)), replayed: isReplay(result.value) };
}

/** Like a neighbour that is too slow, and no fault of this service. */
function asUnavailable(error: unknown): never {
  if (error instanceof ListTimeout)
    throw new Unavailable(contract.listBookings.subject, 'deadline-passed', error);
  throw error;
}
