import type { RequestContext } from '@lodging/kit-runtime';
// expire-holds: ends what is past its hold. First no money may move any more, then the hold ends and its units are free.
import type { Result } from '@lodging/kernel';
import { expire, unmoved } from '../domain/moves.ts';
import { isOverdue } from '../domain/reservation.ts';
import type { Reservation } from '../domain/reservation.ts';
import { confirmPaidStay } from './confirm-paid-stay.ts';
import type { ConfirmPaidStayDeps } from './confirm-paid-stay.ts';
import type {
  SystemContext,
  Decide,
  LapsedReservation,
  LapsedStore,
  Payments,
  ReservationStore,
} from './ports.ts';

export interface ExpireHoldsDeps extends ConfirmPaidStayDeps {
  readonly reservations: Pick<ReservationStore, 'find' | 'change'>;
  readonly payments: Pick<Payments, 'end' | 'giveBack'>;
  readonly lapsed: Pick<LapsedStore, 'leaseOverdueHolds'>;
  readonly systemContext: SystemContext;
  readonly onFailure: (error: unknown, reservationId: string) => void;
}

const AT_ONCE = 20;
/** How long an unreachable provider may keep a hold from its end. */
const PATIENCE_MINUTES = 5;

/** Goes on while there are full batches. One hold that fails is tried again when its lease has run out. */
export async function expireHolds(deps: ExpireHoldsDeps): Promise<void> {
  let overdue: LapsedReservation[];
  do {
    overdue = await deps.lapsed.leaseOverdueHolds(AT_ONCE);
    await Promise.all(
      overdue.map((hold) => expireHold(deps, hold).catch((error: unknown) => deps.onFailure(error, hold.id))),
    );
  } while (overdue.length === AT_ONCE);
}

async function expireHold(deps: ExpireHoldsDeps, hold: LapsedReservation): Promise<void> {
  const { tenantId, id } = hold;
  const ctx = deps.systemContext(tenantId, hold.livemode);
  const sighting = await deps.reservations.find(tenantId, id);
  if (sighting === undefined || !isOverdue(sighting.reservation, sighting.at)) return;

  const payment = await endPayment(deps, ctx, sighting.reservation, sighting.at);
  if (payment === 'unknown') return;
  if (payment === 'succeeded') {
    throwIfRefused(await confirmPaidStay(deps, ctx, sighting.reservation));
    return;
  }
  const ended = await deps.reservations.change(tenantId, id, expireIfOverdue);
  if (ended === undefined || !ended.ok || ended.value.reservation.state !== 'expired') return;
  const { resourceId } = ended.value.reservation.stay;
  throwIfRefused(await deps.inventory.release(ctx, { id, resourceId }, 'expired'));
}

/** `unknown` while the provider cannot be reached and there is patience left; money that lands later finds its way back. */
async function endPayment(
  deps: ExpireHoldsDeps,
  ctx: RequestContext,
  reservation: Reservation & { readonly holdExpiresAt: Temporal.Instant },
  at: Temporal.Instant,
): Promise<'over' | 'succeeded' | 'unknown'> {
  try {
    return (await deps.payments.end(ctx, reservation.id)) === 'succeeded' ? 'succeeded' : 'over';
  } catch (error) {
    deps.onFailure(error, reservation.id);
    const patienceEnds = reservation.holdExpiresAt.add({ minutes: PATIENCE_MINUTES });
    return Temporal.Instant.compare(at, patienceEnds) < 0 ? 'unknown' : 'over';
  }
}

const expireIfOverdue: Decide = (current, at) =>
  current.state === 'held' && isOverdue(current, at) ? expire(current, at) : unmoved(current);

function throwIfRefused(result: Result<unknown>): void {
  if (!result.ok) throw new Error(result.refusal.detail);
}
