import type { RequestContext } from '@lodging/kit-runtime';
// create-booking: the operator's own system books in one call: priced, claimed, and paid offline or handed a way to pay.
import type { PaymentHandle } from '@lodging/contract-payments';
import type { CreateBookingRequest } from '@lodging/contract-reservations';
import { ok } from '@lodging/kernel';
import type { NewId, Result } from '@lodging/kernel';
import { handleStandingOf, idempotencyStatus, stillRunning } from '../domain/opening.ts';
import type { OpenedReservation, OpeningRequest } from '../domain/opening.ts';
import { asSeenAt, costsNothing } from '../domain/reservation.ts';
import type { PendingReservation, Reservation } from '../domain/reservation.ts';
import { claimAndConfirm, claimAndHold } from './claim-and-hold.ts';
import type { ClaimDeps } from './claim-and-hold.ts';
import { bookingConflict } from './hold-refusals.ts';
import type { Fingerprint, Inventory, NewReservation, OpeningStore, Pause, Payments } from './ports.ts';
import { currentHandle, setUpPayment } from './set-up-payment.ts';
import type { PayableBooking, SetUpPaymentDeps } from './set-up-payment.ts';
import { stayAsPriced } from './stay-as-priced.ts';

export interface CreateBookingDeps extends ClaimDeps, SetUpPaymentDeps {
  readonly openings: OpeningStore;
  readonly inventory: Pick<Inventory, 'priceStay' | 'claim' | 'release'>;
  readonly payments: Pick<Payments, 'checkAccount' | 'openIntent' | 'end'>;
  readonly fingerprint: Fingerprint;
  readonly newId: NewId;
  readonly pause: Pause;
  readonly holdSeconds: number;
}

export interface CreatedBooking {
  readonly reservation: Reservation;
  readonly payment: PaymentHandle | null;
  readonly replayed: boolean;
}

/** A request that finds its twin at work waits about two seconds for it. */
const LOOKS_BEFORE_GIVING_UP = 40;
const PAUSE_MS = 50;
/** No quote stands behind a booking, so it is never too late to open it. */
const NEVER = Temporal.Instant.from('9999-12-31T00:00:00Z');

type Answer = Result<CreatedBooking> | 'wait';

export async function createBooking(
  deps: CreateBookingDeps,
  ctx: RequestContext,
  wish: CreateBookingRequest,
): Promise<Result<CreatedBooking>> {
  const { idempotencyKey, ...body } = wish;
  const fingerprint = deps.fingerprint('create-booking', body);
  const request = { idempotencyKey, fingerprint, quoteExpiresAt: NEVER };
  for (let look = 1; look <= LOOKS_BEFORE_GIVING_UP; look += 1) {
    const known = await deps.openings.findByKey(ctx.tenantId, idempotencyKey);
    const answer =
      known === undefined
        ? await begin(deps, ctx, wish, request)
        : await goOn(deps, ctx, wish, request, known);
    if (answer !== 'wait') return answer;
    await deps.pause(PAUSE_MS);
  }
  return stillRunning();
}

async function begin(
  deps: CreateBookingDeps,
  ctx: RequestContext,
  wish: CreateBookingRequest,
  request: OpeningRequest,
): Promise<Answer> {
  const judged = await judge(deps, ctx, wish, request);
  if (!judged.ok) {
    // The twin of this request may have taken the units in the meantime.
    const twin = await deps.openings.findByKey(ctx.tenantId, request.idempotencyKey);
    return twin === undefined ? judged : goOn(deps, ctx, wish, request, twin);
  }
  const opened = await deps.openings.open(ctx.tenantId, judged.value);
  if (opened.kind === 'too_late' || opened.kind === 'given_back') return 'wait';
  if (opened.kind === 'found') return goOn(deps, ctx, wish, request, opened.found);
  return carryOut(deps, ctx, wish, opened.reservation);
}

/** Everything that can be refused before anything is claimed. */
async function judge(
  deps: CreateBookingDeps,
  ctx: RequestContext,
  wish: CreateBookingRequest,
  { idempotencyKey, fingerprint }: OpeningRequest,
): Promise<Result<NewReservation>> {
  const { resourceId, ratePlanId, from, to, partySize, quantity, occupancyChildren, currency } = wish;
  const priced = await deps.inventory.priceStay(ctx, {
    purpose: 'booking',
    resourceId,
    ratePlanId,
    from,
    to,
    partySize,
    quantity,
    occupancyChildren,
    // A display currency is only looked up: the booking is in the resource's own.
    displayCurrency: currency,
  });
  if (!priced.ok) return priced;
  const asPriced = stayAsPriced(wish, priced.value);
  const isToBePaid = !wish.paidOffline && !costsNothing(asPriced);
  const payable = isToBePaid ? await deps.payments.checkAccount(ctx) : ok(null);
  if (!payable.ok) return payable;
  const children = occupancyChildren ?? 0;
  return ok({
    ...asPriced,
    id: deps.newId(),
    livemode: ctx.livemode,
    occupancy: { adults: partySize - children, children },
    source: 'manual',
    guestEmail: wish.guestEmail,
    guestName: wish.guestName ?? null,
    guestPhone: wish.guestPhone ?? null,
    awaitsPaymentHandle: isToBePaid,
    quoteId: null,
    idempotencyKey,
    fingerprint,
    openUntil: NEVER,
    holdSeconds: deps.holdSeconds,
  });
}

/** The key has a reservation already: an earlier run of the same request, or a conflict. */
async function goOn(
  deps: CreateBookingDeps,
  ctx: RequestContext,
  wish: CreateBookingRequest,
  request: OpeningRequest,
  found: OpenedReservation,
): Promise<Answer> {
  const standing = idempotencyStatus(found, request);
  if (!standing.ok) return standing;
  if (standing.value.kind === 'running') return 'wait';
  if (standing.value.kind === 'done') return handOver(deps, ctx, found);
  const { id, attempt } = standing.value.reservation;
  const taken = await deps.openings.takeOver(ctx.tenantId, id, attempt.number);
  return taken === undefined ? 'wait' : carryOut(deps, ctx, wish, taken);
}

async function handOver(
  deps: CreateBookingDeps,
  ctx: RequestContext,
  found: OpenedReservation,
): Promise<Answer> {
  const standing = handleStandingOf(found);
  if (standing.kind === 'running') return 'wait';
  if (standing.kind === 'settled') return replay(deps, ctx, found);
  const { tenantId, id } = standing.reservation;
  const attempt = await deps.openings.takeOverHandle(tenantId, id, found.attempt.number);
  if (attempt === undefined) return 'wait';
  return fresh(await setUpPayment(deps, ctx, standing.reservation, attempt));
}

async function replay(
  deps: CreateBookingDeps,
  ctx: RequestContext,
  found: OpenedReservation,
): Promise<Answer> {
  const reservation = asSeenAt(found.reservation, found.at);
  const handle = reservation.state === 'held' ? await currentHandle(deps, ctx, reservation) : ok(null);
  return handle.ok ? ok({ reservation, payment: handle.value, replayed: true }) : handle;
}

async function carryOut(
  deps: CreateBookingDeps,
  ctx: RequestContext,
  wish: CreateBookingRequest,
  pending: PendingReservation,
): Promise<Answer> {
  const claim = wish.paidOffline || costsNothing(pending) ? claimAndConfirm : claimAndHold;
  const claimed = await claim(deps, ctx, pending);
  if (!claimed.ok) return claimed.refusal.code === 'hold_conflict' ? bookingConflict() : claimed;
  if (claimed.value.state !== 'held') return fresh(ok({ reservation: claimed.value, payment: null }));
  return fresh(await setUpPayment(deps, ctx, claimed.value, pending.attempt.number));
}

function fresh(booked: Result<PayableBooking>): Result<CreatedBooking> {
  return booked.ok ? ok({ ...booked.value, replayed: false }) : booked;
}
