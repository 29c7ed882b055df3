import { ok } from '@lodging/kernel';
import type { Refusal, Result } from '@lodging/kernel';
import { systemContext } from '@lodging/kit-runtime';
import { applyChange } from '../../domain/changes/apply-change.ts';
import { changeOutdated } from '../../domain/changes/stay-change.ts';
import type { StayChange } from '../../domain/changes/stay-change.ts';
import { resourceLocked } from '../../domain/creation/reservation-creation.ts';
import { bookingConflict } from '../../domain/stay/refusals.ts';
import type { Reservation } from '../../domain/stay/reservation.ts';
import type { ChangeAttempt } from '../../ports/changes.ts';
import type { ReservationsDeps } from '../../ports/deps.ts';
import { BACKGROUND_TIMEOUT } from '../../ports/neighbours.ts';
import { endLeases } from './end-leases.ts';

export type ApplyChangeDeps = Pick<
  ReservationsDeps,
  'changes' | 'reservations' | 'inventory' | 'payments' | 'logFailure'
>;

/** `taken_over`: another worker goes on with it. */
export type Applied = Result<'applied' | 'taken_over', Refusal>;

/**
 * Moves the units of a change, then commits it. The move is the point of no return: a repetition after a crash ends
 * where the first run would have. A refusal leaves the booking and its claim as they are.
 * `known`: the booking when the change was begun; its state stays as it is while the change is applied.
 */
export async function moveAndApply(
  deps: ApplyChangeDeps,
  change: StayChange,
  known?: Reservation,
): Promise<Applied> {
  try {
    const moved = await move(deps, change, known ?? (await read(deps, change)));
    return moved.ok ? await commit(deps, change) : moved;
  } catch (error) {
    // The client may repeat its request at once, and so may the timer.
    await deps.changes
      .release(attemptOf(change))
      .catch((failed: unknown) => deps.logFailure(failed, change.id));
    throw error;
  }
}

async function read(
  { reservations }: ApplyChangeDeps,
  { tenantId, reservationId }: StayChange,
): Promise<Reservation> {
  const snapshot = await reservations.find(tenantId, reservationId);
  if (snapshot === undefined)
    throw new Error(`reservation ${reservationId} was deleted while it was changed`);
  return snapshot.reservation;
}

async function move(
  deps: ApplyChangeDeps,
  change: StayChange,
  reservation: Reservation,
): Promise<Result<null>> {
  const { tenantId, reservationId, id, proposal, partIds } = change;
  const ctx = systemContext(tenantId, change.livemode, BACKGROUND_TIMEOUT);
  if (reservation.state === 'held') {
    const outcome = await deps.payments.cancelAttempt(ctx, { reservationId, changeId: null });
    if (outcome === 'succeeded')
      return (await giveUp(deps, change)) === 'moved' ? ok(null) : changeOutdated(reservation.version);
  }
  if (!change.movesUnits) return ok(null);
  const target = { id: reservationId, stay: proposal.stay };
  const moved = await deps.inventory.moveClaim(ctx, { moveId: id, claim: target, partIds });
  return moved.ok ? ok(null) : refuse(deps, change, moved.refusal.code);
}

async function refuse(deps: ApplyChangeDeps, change: StayChange, code: string): Promise<Result<null>> {
  if (code === 'resource_locked') {
    // A paid change is tried again.
    if (change.isPaid) await deps.changes.release(attemptOf(change));
    else if ((await giveUp(deps, change)) === 'moved') return ok(null);
    return resourceLocked();
  }
  const wasExpired = change.expiresAt !== null && isPast(change);
  const state = change.isPaid && wasExpired ? 'expired' : 'refused';
  // Where another worker has taken over, it decides.
  if (!(await deps.changes.end(attemptOf(change), state, change.author))) return resourceLocked();
  await endLeases(deps, { ...change, state: 'refused' });
  return bookingConflict();
}

/**
 * Forgets the change, unless an earlier try whose answer was lost has moved its units. Where that is unknown, the client or
 * the timer goes on with it.
 */
async function giveUp(deps: ApplyChangeDeps, change: StayChange): Promise<'given_up' | 'moved'> {
  const { id: moveId, reservationId: claimId } = change;
  const ctx = systemContext(change.tenantId, change.livemode, BACKGROUND_TIMEOUT);
  try {
    const isMoved =
      change.movesUnits && (await deps.inventory.hasMoved(ctx, { moveId, claimId, forget: true }));
    if (isMoved) return 'moved';
    await deps.changes.forget(attemptOf(change));
  } catch (error) {
    deps.logFailure(error, change.id);
    await deps.changes.release(attemptOf(change));
  }
  return 'given_up';
}

/** By the time of its own attempt: only the state that it is shown in depends on it. */
function isPast({ expiresAt, nextAttemptAt }: StayChange): boolean {
  if (expiresAt === null || nextAttemptAt === null) return false;
  return Temporal.Instant.compare(expiresAt, nextAttemptAt) <= 0;
}

/** The units have moved. */
export async function commit(deps: ApplyChangeDeps, change: StayChange): Promise<Applied> {
  const { tenantId, reservationId, id, attempt, author } = change;
  const updated = await deps.reservations.update(tenantId, reservationId, applyChange(change), {
    author,
    change: { id, attempt },
  });
  if (updated === undefined) throw new Error(`reservation ${reservationId} was deleted while it was changed`);
  if (updated.ok) return ok('applied');
  if (updated.refusal.code === 'resource_locked') return ok('taken_over');
  throw new Error(`change ${id} was refused after its units had moved: ${updated.refusal.code}`);
}

export function attemptOf({ tenantId, id, reservationId, attempt }: StayChange): ChangeAttempt {
  return { tenantId, id, reservationId, attempt };
}
