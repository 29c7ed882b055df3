import { systemContext } from '@lodging/kit-runtime';
import type { Result } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import { isHoldExpired } from '../../domain/stay/reservation.ts';
import type { Reservation } from '../../domain/stay/reservation.ts';
import { expire, unchanged } from '../../domain/stay/transitions.ts';
import type { ReservationsDeps } from '../../ports/deps.ts';
import type { DueReservation, Decide } from '../../ports/stay.ts';
import { timerAuthor } from '../../domain/history/author.ts';
import { confirmPaidStay } from '../confirmation/confirm-paid-stay.ts';
import { BACKGROUND_TIMEOUT } from '../../ports/neighbours.ts';

export type ExpireHoldsDeps = Pick<
  ReservationsDeps,
  'reservations' | 'payments' | 'dueWork' | 'logFailure' | 'inventory' | 'refundObligations'
>;

const BATCH = 20;
const author = timerAuthor('expire-holds');
/** The maximum delay of the expiry of a hold while the payment provider is unreachable. */
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
  const ctx = systemContext(due.tenantId, due.livemode, BACKGROUND_TIMEOUT);
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
