import type { PaymentHandle } from '@lodging/contract-payments';
import { ok, refuse } from '@lodging/kernel';
import type { Clock, NewId, Result } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import { checkMetadata } from '../domain/metadata.ts';
import { NO_EXPIRY, paymentSetupStatus, referenceTaken } from '../domain/reservation-creation.ts';
import type { NewReservation, ReservationCreation } from '../domain/reservation-creation.ts';
import { firstPayment, termsOf } from '../domain/reservation-terms.ts';
import type { DisplayedTotal, ReservationTerms } from '../domain/reservation-terms.ts';
import { asOf, isFree } from '../domain/reservation.ts';
import type { BookingDetails, PendingReservation } from '../domain/reservation.ts';
import type { ReservationCreationRepository } from '../ports/creations.ts';
import type { InventoryClient, PricedStay, UnpricedStay } from '../ports/inventory.ts';
import type { PaymentsClient } from '../ports/payments.ts';
import { claimAndConfirm, claimAndHold } from './claim-and-hold.ts';
import type { ClaimDeps } from './claim-and-hold.ts';
import { answerExisting, createOnce } from './idempotent-create.ts';
import type { CreateAttempt } from './idempotent-create.ts';
import type { BookingWithTerms } from './read-booking.ts';
import { bookingConflict } from './refusals.ts';
import { currentHandle, setUpPayment } from './set-up-payment.ts';
import type { PayableBooking, SetUpPaymentDeps } from './set-up-payment.ts';

export interface CreateBookingDeps extends ClaimDeps, SetUpPaymentDeps {
  readonly creations: ReservationCreationRepository;
  readonly inventory: Pick<InventoryClient, 'priceStay' | 'claim' | 'release'>;
  readonly payments: Pick<PaymentsClient, 'checkAccount' | 'openIntent' | 'end'>;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly holdSeconds: number;
}

export interface CreateBooking {
  readonly idempotencyKey: string;
  readonly fingerprint: string;
  readonly stay: UnpricedStay;
  readonly details: BookingDetails;
  readonly paidOffline: boolean;
}

export interface CreatedBooking extends BookingWithTerms {
  readonly payment: PaymentHandle | null;
  readonly replayed: boolean;
}

const EXEMPT_PERMISSION = 'booking:tax:exempt';

/** Creates a booking without a quote: confirmed where it needs no payment, else held with a payment handle. */
export async function createBooking(
  deps: CreateBookingDeps,
  ctx: RequestContext,
  input: CreateBooking,
): Promise<Result<CreatedBooking>> {
  const exempts = (input.stay.taxExemptions ?? []).length > 0;
  if (exempts && !ctx.caller.permissions.includes(EXEMPT_PERMISSION))
    return refuse('insufficient_permission', `The key lacks ${EXEMPT_PERMISSION}.`);
  const metadata = checkMetadata(input.details.metadata);
  if (!metadata.ok) return metadata;
  return createOnce(async () => {
    const existing = await deps.creations.findByKey(ctx.tenantId, input.idempotencyKey);
    return existing === undefined ? begin(deps, ctx, input) : goOn(deps, ctx, input, existing);
  });
}

async function begin(
  deps: CreateBookingDeps,
  ctx: RequestContext,
  input: CreateBooking,
): Promise<CreateAttempt<CreatedBooking>> {
  const priced = await priceBooking(deps, ctx, input);
  if (!priced.ok) {
    // The units may be taken by a concurrent request with the same key.
    const twin = await deps.creations.findByKey(ctx.tenantId, input.idempotencyKey);
    return twin === undefined ? priced : goOn(deps, ctx, input, twin);
  }
  const outcome = await deps.creations.create(ctx.tenantId, priced.value);
  if (outcome.kind === 'created') {
    const { terms } = priced.value;
    return claim(deps, ctx, input, { pending: outcome.reservation, terms });
  }
  if (outcome.kind === 'reference_taken') return referenceTaken(outcome.reservationId);
  return outcome.kind === 'exists' ? goOn(deps, ctx, input, outcome.existing) : 'wait';
}

/** All refusals that need no claim, in this order: stay and price, then the payment account. */
async function priceBooking(
  deps: CreateBookingDeps,
  ctx: RequestContext,
  input: CreateBooking,
): Promise<Result<NewReservation>> {
  const { stay: wanted, details, paidOffline } = input;
  const priced = await deps.inventory.priceStay(ctx, 'booking', wanted);
  if (!priced.ok) return priced;
  const { stay, total, display } = priced.value;
  const needsPayment = !paidOffline && !isFree({ total });
  const payable = needsPayment ? await deps.payments.checkAccount(ctx) : ok(null);
  if (!payable.ok) return payable;
  const children = wanted.occupancyChildren ?? 0;
  return ok({
    ...details,
    id: deps.newId(),
    livemode: ctx.livemode,
    stay,
    total,
    occupancy: { adults: wanted.partySize - children, children },
    source: 'manual',
    quoteId: null,
    terms: termsOf(
      priced.value,
      deps.clock.now(),
      wanted.displayCurrency === undefined ? null : displayed(display),
    ),
    awaitsPaymentHandle: needsPayment,
    request: requestOf(input),
    limited: null,
    holdSeconds: deps.holdSeconds,
  });
}

function displayed({ displayTotal, fx }: PricedStay['display']): DisplayedTotal {
  return { displayTotal, fx };
}

function requestOf({ idempotencyKey, fingerprint }: CreateBooking) {
  return { idempotencyKey, fingerprint, expiresAt: NO_EXPIRY };
}

function goOn(
  deps: CreateBookingDeps,
  ctx: RequestContext,
  input: CreateBooking,
  existing: ReservationCreation,
): Promise<CreateAttempt<CreatedBooking>> {
  return answerExisting(deps, {
    existing,
    request: requestOf(input),
    replay: (completed) => replay(deps, ctx, completed),
    resume: (pending) => claim(deps, ctx, input, { pending, terms: existing.terms }),
  });
}

async function replay(
  deps: CreateBookingDeps,
  ctx: RequestContext,
  existing: ReservationCreation,
): Promise<CreateAttempt<CreatedBooking>> {
  const { terms, cancellation, balanceState } = existing;
  const status = paymentSetupStatus(existing);
  if (status.kind === 'in_progress') return 'wait';
  if (status.kind === 'abandoned') {
    const { tenantId, id } = status.reservation;
    const attempt = await deps.creations.takeOverPaymentSetup(tenantId, id, existing.attempt.number);
    if (attempt === undefined) return 'wait';
    const held = status.reservation;
    const first = firstPayment(held, terms);
    return created(await setUpPayment(deps, ctx, { held, first, attempt }), terms);
  }
  const reservation = asOf(existing.reservation, existing.at);
  const handle =
    reservation.state === 'held'
      ? await currentHandle(deps, ctx, { held: reservation, first: firstPayment(reservation, terms) })
      : ok(null);
  if (!handle.ok) return handle;
  return ok({ reservation, terms, cancellation, balanceState, payment: handle.value, replayed: true });
}

async function claim(
  deps: CreateBookingDeps,
  ctx: RequestContext,
  { paidOffline }: CreateBooking,
  { pending, terms }: { readonly pending: PendingReservation; readonly terms: ReservationTerms | null },
): Promise<CreateAttempt<CreatedBooking>> {
  const claimUnits = paidOffline || isFree(pending) ? claimAndConfirm : claimAndHold;
  const claimed = await claimUnits(deps, ctx, pending);
  if (claimed === 'wait') return claimed;
  if (!claimed.ok) return claimed.refusal.code === 'hold_conflict' ? bookingConflict() : claimed;
  const reservation = claimed.value;
  if (reservation.state !== 'held') return created(ok({ reservation, payment: null }), terms);
  const setup = { first: firstPayment(reservation, terms), attempt: pending.attempt.number };
  const setUp = await setUpPayment(deps, ctx, { held: reservation, ...setup });
  return created(setUp, terms);
}

function created(booked: Result<PayableBooking>, terms: ReservationTerms | null): Result<CreatedBooking> {
  if (!booked.ok) return booked;
  const hasBalance = terms?.schedule.some(({ purpose }) => purpose === 'balance') === true;
  const balanceState = hasBalance ? 'scheduled' : 'none';
  return ok({ ...booked.value, terms, cancellation: null, balanceState, replayed: false });
}
