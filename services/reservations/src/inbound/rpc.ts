import * as contract from '@lodging/contract-reservations';
import { ok } from '@lodging/kernel';
import type { Result } from '@lodging/kernel';
import { on, Unavailable } from '@lodging/kit-messaging';
import type { Outcome, Route } from '@lodging/kit-messaging';
import { countCodeRefusal } from '../metrics.ts';
import type { SigningKeys } from '../ports/tokens.ts';
import { changeBooking } from '../use-cases/change-booking.ts';
import type { ChangeBookingDeps } from '../use-cases/change-booking.ts';
import { confirmHold } from '../use-cases/confirm-hold.ts';
import type { ConfirmHoldDeps } from '../use-cases/confirm-hold.ts';
import { createBooking } from '../use-cases/create-booking.ts';
import type { CreateBookingDeps } from '../use-cases/create-booking.ts';
import { createCheckoutSession } from '../use-cases/create-checkout-session.ts';
import type { CreateCheckoutSessionDeps } from '../use-cases/create-checkout-session.ts';
import { createPaymentIntent } from '../use-cases/create-payment-intent.ts';
import type { CreatePaymentIntentDeps } from '../use-cases/create-payment-intent.ts';
import { createQuote } from '../use-cases/create-quote.ts';
import type { CreateQuoteDeps } from '../use-cases/create-quote.ts';
import { listBookings, ListTimeout } from '../use-cases/list-bookings.ts';
import type { ListBookingsDeps } from '../use-cases/list-bookings.ts';
import { listHistory } from '../use-cases/list-history.ts';
import type { ListHistoryDeps } from '../use-cases/list-history.ts';
import { mendClaim } from '../use-cases/mend-claim.ts';
import type { MendClaimDeps } from '../use-cases/mend-claim.ts';
import { openBookingIntent, openBookingSession, recordBookingPayment } from '../use-cases/pay-booking.ts';
import type { PayBookingDeps } from '../use-cases/pay-booking.ts';
import { placeHold } from '../use-cases/place-hold.ts';
import type { PlaceHoldDeps } from '../use-cases/place-hold.ts';
import { previewCancellation } from '../use-cases/preview-cancellation.ts';
import type { PreviewCancellationDeps } from '../use-cases/preview-cancellation.ts';
import { readBooking } from '../use-cases/read-booking.ts';
import type { ReadBookingDeps } from '../use-cases/read-booking.ts';
import { readBookingPayments } from '../use-cases/read-booking-payments.ts';
import type { ReadBookingPaymentsDeps } from '../use-cases/read-booking-payments.ts';
import { refundBooking } from '../use-cases/refund-booking.ts';
import type { RefundBookingDeps } from '../use-cases/refund-booking.ts';
import { sendGuestCode } from '../use-cases/send-guest-code.ts';
import type { SendGuestCodeDeps } from '../use-cases/send-guest-code.ts';
import { summarizePeriod } from '../use-cases/summarize-period.ts';
import type { SummarizePeriodDeps } from '../use-cases/summarize-period.ts';
import { verifyGuestCode } from '../use-cases/verify-guest-code.ts';
import type { VerifyGuestCodeDeps } from '../use-cases/verify-guest-code.ts';
import { toBookingPaymentsWire } from './wire-money.ts';
import { fromChangeBooking, toCancellationPreviewWire } from './cancellation-wire.ts';
import { fromListHistory, toHistoryPageWire } from './wire-history.ts';
import { fromSummarizePeriod, toPeriodSummaryWire } from './wire-period.ts';
import { recordRefusals } from './record-refusals.ts';
import type { RecordRefusalsDeps } from './record-refusals.ts';
import * as wire from './wire.ts';

export type RpcDeps = CreateQuoteDeps &
  PlaceHoldDeps &
  SendGuestCodeDeps &
  VerifyGuestCodeDeps &
  CreatePaymentIntentDeps &
  ConfirmHoldDeps &
  CreateCheckoutSessionDeps &
  CreateBookingDeps &
  ChangeBookingDeps &
  PreviewCancellationDeps &
  RefundBookingDeps &
  ReadBookingPaymentsDeps &
  PayBookingDeps &
  ReadBookingDeps &
  ListBookingsDeps &
  ListHistoryDeps &
  SummarizePeriodDeps &
  MendClaimDeps &
  RecordRefusalsDeps & { readonly signingKeys: Pick<SigningKeys, 'publicKeys'> };

export function rpcRoutes(deps: RpcDeps): Route[] {
  return [...guestRoutes(deps), ...cancellationRoutes(deps), ...operatorRoutes(deps)].map((route) =>
    recordRefusals(route, deps),
  );
}

function guestRoutes(deps: RpcDeps): Route[] {
  return [
    on(contract.createQuote, async (request, ctx) =>
      encode(await createQuote(deps, ctx, wire.fromCreateQuote(request)), (signed) =>
        wire.toQuoteWire(signed, ctx.caller),
      ),
    ),
    on(contract.placeHold, async (request, ctx) => {
      const placed = await placeHold(deps, ctx, wire.fromPlaceHold(request));
      return encode(
        placed,
        ({ reservation }) => wire.toReservationWire(reservation),
        ({ replayed }) => replayed,
      );
    }),
    on(contract.sendGuestCode, async (request, ctx) => {
      const sent = await sendGuestCode(deps, ctx, request);
      countCodeRefusal(sent);
      return encode(sent, wire.toAcceptedCodeWire);
    }),
    on(contract.verifyGuestCode, async (request, ctx) => {
      const verified = await verifyGuestCode(deps, ctx, request);
      countCodeRefusal(verified);
      return encode(verified, wire.toVerifiedGuestWire);
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
      encode(await confirmHold(deps, ctx, request), wire.toReservationWire),
    ),
    on(contract.createCheckoutSession, async (request, ctx) =>
      encode(await createCheckoutSession(deps, ctx, request), wire.toCheckoutSessionWire),
    ),
    on(contract.listSigningKeys, async () => ok({ keys: await deps.signingKeys.publicKeys() })),
  ];
}

function cancellationRoutes(deps: RpcDeps): Route[] {
  return [
    on(contract.moveBooking, async (request, ctx) =>
      encode(await changeBooking(deps, ctx, fromChangeBooking(request)), wire.toBookingWithTermsWire),
    ),
    on(contract.previewCancellation, async (request, ctx) =>
      encode(await previewCancellation(deps, ctx, request), toCancellationPreviewWire),
    ),
    on(contract.readBookingPayments, async (request, ctx) =>
      encode(await readBookingPayments(deps, ctx, request), toBookingPaymentsWire),
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

function operatorRoutes(deps: RpcDeps): Route[] {
  return [
    on(contract.createBooking, async (request, ctx) => {
      const created = await createBooking(deps, ctx, wire.fromCreateBooking(request));
      return encode(created, wire.toCreatedBookingWire, ({ replayed }) => replayed);
    }),
    on(contract.refundBooking, (request, ctx) => refundBooking(deps, ctx, wire.fromRefundBooking(request))),
    on(contract.mendClaim, async ({ bookingId }, ctx) =>
      encode(await mendClaim(deps, ctx, bookingId), (claim) => ({ claim })),
    ),
    ...readRoutes(deps),
  ];
}

function readRoutes(deps: RpcDeps): Route[] {
  return [
    on(contract.readBooking, async (request, ctx) =>
      encode(await readBooking(deps, ctx, request), wire.toReadBookingWire),
    ),
    on(contract.listBookings, async (request, ctx) => {
      const listed = await listBookings(deps, ctx, wire.fromListBookings(request)).catch(asUnavailable);
      return encode(listed, wire.toBookingPageWire);
    }),
    on(contract.listHistory, async (request, ctx) =>
      encode(await listHistory(deps, ctx, fromListHistory(request)), toHistoryPageWire),
    ),
    on(contract.summarizePeriod, async (request, ctx) => {
      const input = fromSummarizePeriod(request);
      return encode(await summarizePeriod(deps, ctx, input), (summary) =>
        toPeriodSummaryWire(input.period, summary),
      );
    }),
  ];
}

/** `isReplay`: an earlier request with the Idempotency-Key has given the value already. */
function encode<T, Response>(
  result: Result<T>,
  toWire: (value: T) => Response,
  isReplay: (value: T) => boolean = () => false,
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
