import type { RequestContext } from '@lodging/kit-runtime';
import { ok, refuse } from '@lodging/kernel';
import type { Refusal, Result } from '@lodging/kernel';
import { confirm, hold } from '../domain/moves.ts';
import type { Move } from '../domain/moves.ts';
import { stillRunning } from '../domain/opening.ts';
import type { PendingReservation, Reservation } from '../domain/reservation.ts';
import type { Inventory, OpeningStore } from './ports.ts';

export interface ClaimDeps {
  readonly openings: Pick<OpeningStore, 'finish' | 'discard' | 'endAttempt'>;
  readonly inventory: Pick<Inventory, 'claim'>;
}

/** Units leased until the hold's end. */
export function claimAndHold(
  deps: ClaimDeps,
  ctx: RequestContext,
  pending: PendingReservation,
): Promise<Result<Reservation>> {
  return claimThen(deps, ctx, pending, { until: pending.holdExpiresAt, move: hold });
}

/** Units taken for good, for a stay that is paid already. */
export function claimAndConfirm(
  deps: ClaimDeps,
  ctx: RequestContext,
  pending: PendingReservation,
): Promise<Result<Reservation>> {
  return claimThen(deps, ctx, pending, { until: null, move: confirm });
}

interface Ending {
  readonly until: Temporal.Instant | null;
  readonly move: Move;
}

/** The claim's id is the reservation's, so that a claim which is asked for twice is one claim. */
async function claimThen(
  deps: ClaimDeps,
  ctx: RequestContext,
  pending: PendingReservation,
  { until, move }: Ending,
): Promise<Result<Reservation>> {
  const { tenantId, id, attempt } = pending;
  const claimed = await claimOrLetGo(deps, ctx, pending, until);
  if (!claimed.ok) {
    await deps.openings.discard(tenantId, id, attempt.number);
    return inWordsOfHolds(claimed.refusal);
  }
  // As of the moment when this attempt began: the row cannot have changed since, or else this is not written.
  const moved = move(pending, pending.updatedAt);
  if (!moved.ok) throw new Error(moved.refusal.detail);
  const written = await deps.openings.finish(pending, moved.value);
  return written ? ok(moved.value.next) : stillRunning();
}

/** Nobody knows whether inventory claimed or not: the next request with the key may ask again, else the sweeper undoes it. */
async function claimOrLetGo(
  deps: ClaimDeps,
  ctx: RequestContext,
  pending: PendingReservation,
  until: Temporal.Instant | null,
): Promise<Result<null>> {
  try {
    return await deps.inventory.claim(ctx, pending, until);
  } catch (error) {
    await deps.openings.endAttempt(pending.tenantId, pending.id, pending.attempt.number);
    throw error;
  }
}

function inWordsOfHolds(refusal: Refusal): Result<never> {
  // A claim that was released before it was made: a sweeper has given this attempt up.
  if (refusal.code === 'resource_locked' || refusal.code === 'claim_released') return stillRunning();
  return refuse('hold_conflict', 'The units are already held or booked.');
}
