// The table of requests that reservations answers: what is asked, and the use case that answers it.
import * as contract from '@lodging/contract-reservations';
import { ok } from '@lodging/kernel';
import type { Result } from '@lodging/kernel';
import { on } from '@lodging/kit-messaging';
import type { Outcome, Route } from '@lodging/kit-messaging';
import { bookingOf, summaryOf } from '../domain/facts.ts';
import { periodInWords } from '../domain/period-in-words.ts';
import { codesFailed, codesLocked } from '../metrics.ts';
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
import { listBookings } from '../use-cases/list-bookings.ts';
import type { ListBookingsDeps } from '../use-cases/list-bookings.ts';
import { listSigningKeys } from '../use-cases/list-signing-keys.ts';
import { moveBooking } from '../use-cases/move-booking.ts';
import type { MoveBookingDeps } from '../use-cases/move-booking.ts';
import { placeHold } from '../use-cases/place-hold.ts';
import type { PlaceHoldDeps } from '../use-cases/place-hold.ts';
import type { SigningKeys } from '../use-cases/ports.ts';
import { readBooking } from '../use-cases/read-booking.ts';
import type { ReadBookingDeps } from '../use-cases/read-booking.ts';
import { refundBooking } from '../use-cases/refund-booking.ts';
import type { RefundBookingDeps } from '../use-cases/refund-booking.ts';
import { sendGuestCode } from '../use-cases/send-guest-code.ts';
import type { SendGuestCodeDeps } from '../use-cases/send-guest-code.ts';
import { summarizePeriod } from '../use-cases/summarize-period.ts';
import type { SummarizePeriodDeps } from '../use-cases/summarize-period.ts';
import { verifyGuestCode } from '../use-cases/verify-guest-code.ts';
import type { VerifyGuestCodeDeps } from '../use-cases/verify-guest-code.ts';

export type RequestDeps = CreateQuoteDeps &
  PlaceHoldDeps &
  SendGuestCodeDeps &
  VerifyGuestCodeDeps &
  CreatePaymentIntentDeps &
  ConfirmHoldDeps &
  CreateCheckoutSessionDeps &
  CreateBookingDeps &
  MoveBookingDeps &
  RefundBookingDeps &
  ReadBookingDeps &
  ListBookingsDeps &
  SummarizePeriodDeps & { readonly signingKeys: SigningKeys };

export function requests(deps: RequestDeps): Route[] {
  return [...requestsOfGuests(deps), ...requestsOfOperators(deps)];
}

function requestsOfGuests(deps: RequestDeps): Route[] {
  return [
    on(contract.createQuote, (wish, ctx) => createQuote(deps, ctx, wish)),
    on(contract.placeHold, async (command, ctx) =>
      answerWith(
        await placeHold(deps, ctx, command),
        ({ reservation }) => summaryOf(reservation),
        ({ replayed }) => replayed,
      ),
    ),
    on(contract.sendGuestCode, async (command, ctx) =>
      countingRefusals(await sendGuestCode(deps, ctx, command)),
    ),
    on(contract.verifyGuestCode, async (command, ctx) =>
      countingRefusals(await verifyGuestCode(deps, ctx, command)),
    ),
    on(contract.createPaymentIntent, async (command, ctx) =>
      answerWith(
        await createPaymentIntent(deps, ctx, command),
        (opened) => opened,
        ({ outcome }) => outcome === 'replayed',
      ),
    ),
    on(contract.confirmHold, async (command, ctx) =>
      answerWith(await confirmHold(deps, ctx, command), summaryOf),
    ),
    on(contract.createCheckoutSession, (command, ctx) => createCheckoutSession(deps, ctx, command)),
    on(contract.listSigningKeys, () => listSigningKeys(deps)),
  ];
}

function requestsOfOperators(deps: RequestDeps): Route[] {
  return [
    on(contract.createBooking, async (wish, ctx) =>
      answerWith(
        await createBooking(deps, ctx, wish),
        ({ reservation, payment }) => ({ booking: bookingOf(reservation), payment }),
        ({ replayed }) => replayed,
      ),
    ),
    on(contract.moveBooking, async (command, ctx) =>
      answerWith(await moveBooking(deps, ctx, command), bookingOf),
    ),
    on(contract.refundBooking, (command, ctx) => refundBooking(deps, ctx, command)),
    on(contract.readBooking, async (query, ctx) =>
      answerWith(await readBooking(deps, ctx, query), bookingOf),
    ),
    on(contract.listBookings, async (query, ctx) =>
      answerWith(await listBookings(deps, ctx, query), ({ bookings, nextAfter }) => ({
        bookings: bookings.map(bookingOf),
        nextAfter,
      })),
    ),
    on(contract.summarizePeriod, async (query, ctx) =>
      answerWith(await summarizePeriod(deps, ctx, query), ({ period, summary }) =>
        periodInWords(period, summary),
      ),
    ),
  ];
}

/** Wrong tries and locked codes in numbers are how guessing is seen. */
function countingRefusals<T>(result: Result<T>): Result<T> {
  const code = result.ok ? undefined : result.refusal.code;
  if (code === 'bad_code') codesFailed.add(1, { 'lodging.reason': 'bad_code' });
  if (code === 'expired') codesFailed.add(1, { 'lodging.reason': 'code_expired' });
  if (code === 'exhausted_attempts') codesLocked.add(1, { 'lodging.reason': 'locked' });
  if (code === 'rate_limited') codesLocked.add(1, { 'lodging.reason': 'too_many' });
  return result;
}

/** A value in the words of the contract, and whether an earlier run has given it already. */
function answerWith<T, R>(
  result: Result<T>,
  inWords: (value: T) => R,
  isReplay: (value: T) => boolean = () => false,
): Outcome<R> {
  if (!result.ok) return result;
  return { ...ok(inWords(result.value)), replayed: isReplay(result.value) };
}
