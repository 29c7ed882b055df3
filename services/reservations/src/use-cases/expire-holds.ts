import type { Result } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import { isHoldExpired } from '../domain/reservation.ts';
import type { Reservation } from '../domain/reservation.ts';
import { expire, unchanged } from '../domain/transitions.ts';
import type { DueReservation, DueWorkRepository } from '../ports/due-work.ts';
import type { PaymentsClient } from '../ports/payments.ts';
import type { Decide, ReservationRepository } from '../ports/reservations.ts';
import { timerAuthor } from './author.ts';
import { confirmPaidStay } from './confirm-paid-stay.ts';
import type { ConfirmPaidStayDeps } from './confirm-paid-stay.ts';
import { contextFor } from './system-context.ts';

export interface ExpireHoldsDeps extends ConfirmPaidStayDeps {
  readonly reservations: Pick<ReservationRepository, 'find' | 'update'>;
  readonly payments: Pick<PaymentsClient, 'end' | 'returnPayment'>;
  readonly dueWork: Pick<DueWorkRepository, 'leaseExpiredHolds'>;
  readonly logFailure: (error: unknown, reservationId: string) => void;
}

const BATCH = 20;
const author = timerAuthor('expire-holds');
/** How long an unreachable payment provider may delay the expiry of a hold. */
const PAYMENT_TIMEOUT_MINUTES = 5;

/**
 * Expires holds past their end: first the payment, then the hold, then the claim. Repeats while batches are full. A hold
 * that fails is due again when its lease has expired.
 */
export async function expireHolds(deps: ExpireHoldsDeps): Promise<void> {
  let due: DueReservation[];
  do {
    due = await deps.dueWork.leaseExpiredHolds(BATCH);
    await Promise.all(
      due.map((hold) => expireHold(deps, hold).catch((error: unknown) => deps.logFailure(error, hold.id))),
    );
  } while (due.length === BATCH);
}

async function expireHold(deps: ExpireHoldsDeps, due: DueReservation): Promise<void> {
  const { tenantId, id } = due;
  const ctx = contextFor(due);
  const snapshot = await deps.reservations.find(tenantId, id);
  if (snapshot === undefined || !isHoldExpired(snapshot.reservation, snapshot.at)) return;

  const { reservation } = snapshot;
  const payment = await endPayment(deps, ctx, reservation, snapshot.at);
  if (payment === 'unknown') return;
  if (payment === 'succeeded') {
    throwIfRefused(await confirmPaidStay(deps, ctx, { reservation, author }));
    return;
  }
  const ended = await deps.reservations.update(tenantId, id, expireIfDue, { author });
  if (ended === undefined || !ended.ok || ended.value.reservation.state !== 'expired') return;
  const { resourceId } = ended.value.reservation.stay;
  throwIfRefused(await deps.inventory.release(ctx, { id, resourceId }, 'expired'));
}

/** `unknown` while payments gives no answer within its timeout. A payment that succeeds afterwards is applied or returned. */
async function endPayment(
  deps: ExpireHoldsDeps,
  ctx: RequestContext,
  reservation: Reservation & { readonly holdExpiresAt: Temporal.Instant },
  at: Temporal.Instant,
): Promise<'ended' | 'succeeded' | 'unknown'> {
  try {
    return (await deps.payments.end(ctx, reservation.id)) === 'succeeded' ? 'succeeded' : 'ended';
  } catch (error) {
    deps.logFailure(error, reservation.id);
    const timeout = reservation.holdExpiresAt.add({ minutes: PAYMENT_TIMEOUT_MINUTES });
    return Temporal.Instant.compare(at, timeout) < 0 ? 'unknown' : 'ended';
  }
}

const expireIfDue: Decide = (current, at) =>
  current.state === 'held' && isHoldExpired(current, at) ? expire(current, at) : unchanged(current);

function throwIfRefused(result: Result<unknown>): void {
  if (!result.ok) throw new Error(result.refusal.detail);
}
