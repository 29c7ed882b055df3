import type { PaymentHandle } from '@lodging/contract-payments';
import { ok, refuse } from '@lodging/kernel';
import type { Result } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import { checkMetadata } from '../../domain/stay/metadata.ts';
import { NO_EXPIRY, paymentSetupStatus, referenceTaken } from '../../domain/creation/reservation-creation.ts';
import type { NewReservation, ReservationCreation } from '../../domain/creation/reservation-creation.ts';
import { balanceOf, firstPayment, termsOf } from '../../domain/stay/reservation-terms.ts';
import type { BalanceState } from '../../domain/money/scheduled-payment.ts';
import type { DisplayedTotal, ReservationTerms } from '../../domain/stay/reservation-terms.ts';
import { asOf, isFree } from '../../domain/stay/reservation.ts';
import type { BookingDetails, PendingReservation } from '../../domain/stay/reservation.ts';
import type { ReservationsDeps } from '../../ports/deps.ts';
import type { PricedStay, UnpricedStay } from '../../ports/neighbours.ts';
import { claimAndConfirm, claimAndHold } from '../creation/claim-and-hold.ts';
import { answerExisting, createOnce } from '../creation/idempotent-create.ts';
import type { CreateAttempt } from '../creation/idempotent-create.ts';
import type { BookingWithTerms } from './read-booking.ts';
import { bookingConflict } from '../../domain/stay/refusals.ts';
import { balanceAtProperty, scheduleAtProperty } from '../../domain/bookings/pay-at-property.ts';
import { checkTotal } from '../../domain/bookings/expected-total.ts';
import { currentHandle, setUpPayment } from '../confirmation/set-up-payment.ts';
import type { PayableBooking } from '../confirmation/set-up-payment.ts';

export type CreateBookingDeps = Pick<
  ReservationsDeps,
  'creations' | 'inventory' | 'payments' | 'clock' | 'newId' | 'holdSeconds' | 'reservations' | 'logFailure'
>;

export interface CreateBooking {
  readonly idempotencyKey: string;
  readonly fingerprint: string;
  readonly stay: UnpricedStay;
  readonly details: BookingDetails;
  readonly paidOffline: boolean;
  readonly payAtProperty?: boolean;
  /** The total that the caller has shown. */
  readonly expectedTotalMinorUnits?: bigint | undefined;
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
    return refuse('insufficient_permission', `The key or operator lacks ${EXEMPT_PERMISSION}.`);
  const metadata = checkMetadata(input.details.metadata);
  if (!metadata.ok) return metadata;
  // Most keys are new: that another request has this one is found by the insert, or when something else refuses.
  let mayBeFirst = true;
  return createOnce(async () => {
    const existing = mayBeFirst ? undefined : await findTwin(deps, ctx, input);
    mayBeFirst = false;
    return existing === undefined ? begin(deps, ctx, input) : goOn(deps, ctx, input, existing);
  });
}

function findTwin(
  { creations }: CreateBookingDeps,
  { tenantId }: RequestContext,
  { idempotencyKey }: CreateBooking,
): Promise<ReservationCreation | undefined> {
  return creations.findByKey(tenantId, idempotencyKey);
}

async function begin(
  deps: CreateBookingDeps,
  ctx: RequestContext,
  input: CreateBooking,
): Promise<CreateAttempt<CreatedBooking>> {
  const priced = await priceUnlessTwin(deps, ctx, input);
  if (priced.kind === 'twin') return goOn(deps, ctx, input, priced.twin);
  if (!priced.result.ok) return priced.result;
  const reservation = priced.result.value;
  const outcome = await deps.creations.create(ctx.tenantId, reservation);
  if (outcome.kind === 'created') {
    const { terms } = reservation;
    return claim(deps, ctx, input, { pending: outcome.reservation, terms });
  }
  if (outcome.kind === 'reference_taken') return referenceTaken(outcome.reservationId);
  return outcome.kind === 'exists' ? goOn(deps, ctx, input, outcome.existing) : 'wait';
}

type Priced =
  | { readonly kind: 'priced'; readonly result: Result<NewReservation> }
  | { readonly kind: 'twin'; readonly twin: ReservationCreation };

/** An earlier request with the key is answered as it was, even where the stay cannot be priced now, or again. */
async function priceUnlessTwin(
  deps: CreateBookingDeps,
  ctx: RequestContext,
  input: CreateBooking,
): Promise<Priced> {
  try {
    const result = await priceBooking(deps, ctx, input);
    const twin = result.ok ? undefined : await findTwin(deps, ctx, input);
    return twin === undefined ? { kind: 'priced', result } : { kind: 'twin', twin };
  } catch (error) {
    const twin = await findTwin(deps, ctx, input);
    if (twin === undefined) throw error;
    return { kind: 'twin', twin };
  }
}

/** All refusals that need no claim, in this order: stay and price, then the payment account. */
async function priceBooking(
  deps: CreateBookingDeps,
  ctx: RequestContext,
  input: CreateBooking,
): Promise<Result<NewReservation>> {
  const { stay: wanted, details, paidOffline, payAtProperty = false } = input;
  const priced = await deps.inventory.priceStay(ctx, 'booking', wanted);
  if (!priced.ok) return priced;
  const { stay, total, display } = priced.value;
  const asExpected = checkTotal(total, input.expectedTotalMinorUnits);
  if (!asExpected.ok) return asExpected;
  const needsPayment = !paidOffline && !payAtProperty && !isFree({ total });
  const payable = needsPayment ? await deps.payments.checkAccount(ctx) : ok(null);
  if (!payable.ok) return payable;
  const children = wanted.occupancyChildren ?? 0;
  const atProperty = payAtProperty ? scheduleAtProperty(stay, total) : undefined;
  const agreed = atProperty === undefined ? priced.value : { ...priced.value, schedule: atProperty };
  return ok({
    ...details,
    id: deps.newId(),
    livemode: ctx.livemode,
    stay,
    total,
    occupancy: { adults: wanted.partySize - children, children },
    source: 'manual',
    quoteId: null,
    paidOffline: paidOffline && !isFree({ total }),
    ...(atProperty !== undefined && { laterPayments: atProperty }),
    terms: termsOf(agreed, wanted.displayCurrency === undefined ? null : displayed(display)),
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
  { paidOffline, payAtProperty = false }: CreateBooking,
  { pending, terms }: { readonly pending: PendingReservation; readonly terms: ReservationTerms | null },
): Promise<CreateAttempt<CreatedBooking>> {
  const claimUnits = paidOffline || payAtProperty || isFree(pending) ? claimAndConfirm : claimAndHold;
  const claimed = await claimUnits(deps, ctx, pending);
  if (claimed === 'wait') return claimed;
  if (!claimed.ok) return claimed.refusal.code === 'hold_conflict' ? bookingConflict() : claimed;
  const reservation = claimed.value;
  const atProperty = payAtProperty ? balanceAtProperty(reservation) : undefined;
  if (reservation.state !== 'held') return created(ok({ reservation, payment: null }), terms, atProperty);
  const setup = { first: firstPayment(reservation, terms), attempt: pending.attempt.number };
  const setUp = await setUpPayment(deps, ctx, { held: reservation, ...setup });
  return created(setUp, terms);
}

function created(
  booked: Result<PayableBooking>,
  terms: ReservationTerms | null,
  atProperty?: BalanceState,
): Result<CreatedBooking> {
  if (!booked.ok) return booked;
  const hasBalance = terms !== null && balanceOf(terms).length > 0;
  const balanceState = atProperty ?? (hasBalance ? 'scheduled' : 'none');
  return ok({ ...booked.value, terms, cancellation: null, balanceState, replayed: false });
}
