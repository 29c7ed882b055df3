import { ok } from '@lodging/kernel';
import type { Refusal, Result } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import { resourceLocked } from '../../domain/creation/reservation-creation.ts';
import type { PendingReservation, Reservation } from '../../domain/stay/reservation.ts';
import { confirm, hold } from '../../domain/stay/transitions.ts';
import type { StateChange, Transition } from '../../domain/stay/transitions.ts';
import type { ReservationsDeps } from '../../ports/deps.ts';
import { authorOf } from '../../domain/history/author.ts';
import { bookedGuestOf } from '../../domain/profiles/guest.ts';
import type { CreateAttempt } from './idempotent-create.ts';
import { holdConflict } from './refuse-sold-out.ts';

export type ClaimDeps = Pick<ReservationsDeps, 'creations' | 'inventory'>;

/** Leases the units until the end of the hold. */
export function claimAndHold(
  deps: ClaimDeps,
  ctx: RequestContext,
  pending: PendingReservation,
): Promise<CreateAttempt<Reservation>> {
  return claimThen(deps, ctx, pending, { until: pending.holdExpiresAt, transition: hold });
}

/** Claims the units permanently, for a stay that needs no payment. */
export function claimAndConfirm(
  deps: ClaimDeps,
  ctx: RequestContext,
  pending: PendingReservation,
): Promise<CreateAttempt<Reservation>> {
  return claimThen(deps, ctx, pending, { until: null, transition: confirm });
}

async function claimThen(
  deps: ClaimDeps,
  ctx: RequestContext,
  pending: PendingReservation,
  { until, transition }: { readonly until: Temporal.Instant | null; readonly transition: Transition },
): Promise<CreateAttempt<Reservation>> {
  const { tenantId, id, attempt } = pending;
  const claimed = await claimOrEndAttempt(deps, ctx, pending, until);
  if (!claimed.ok) {
    await deps.creations.discard(tenantId, id, attempt.number);
    // The sweeper has undone this reservation, whose id claims nothing any more: the next attempt makes a new one.
    return claimed.refusal.code === 'claim_released' ? 'wait' : asHoldRefusal(claimed.refusal);
  }
  // Dated at the start of this attempt: if the row changed since, another attempt took over and nothing is written.
  const change = transition(pending, pending.updatedAt);
  if (!change.ok) throw new Error(change.refusal.detail);
  const completed = await complete(deps, ctx, pending, change.value);
  return completed === undefined ? 'wait' : ok(completed);
}

/** Undefined where another attempt took over. */
async function complete(
  { creations }: ClaimDeps,
  ctx: RequestContext,
  pending: PendingReservation,
  change: StateChange,
): Promise<Reservation | undefined> {
  const author = authorOf(ctx);
  const guest = bookedGuestOf(pending);
  if (guest === undefined)
    return (await creations.complete(pending, change, author)) ? change.next : undefined;
  const written = await creations.completeWithGuest(pending, change, guest, author);
  return written && { ...change.next, guestId: written.guestId };
}

/**
 * An error leaves it unknown whether inventory made the claim. The next request with the key repeats it, or the sweeper
 * releases it.
 */
async function claimOrEndAttempt(
  deps: ClaimDeps,
  ctx: RequestContext,
  pending: PendingReservation,
  until: Temporal.Instant | null,
): Promise<Result<null>> {
  try {
    return await deps.inventory.claim(ctx, pending, until);
  } catch (error) {
    await deps.creations.endAttempt(pending.tenantId, pending.id, pending.attempt.number);
    throw error;
  }
}

function asHoldRefusal(refusal: Refusal): Result<never> {
  if (refusal.code === 'resource_locked') return resourceLocked();
  return holdConflict;
}
