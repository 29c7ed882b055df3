import { ok, refuse } from '@lodging/kernel';
import type { Result } from '@lodging/kernel';

export type Resolution = 'resolved_relocated' | 'resolved_cancelled';
export type ConflictStatus = 'open' | Resolution;

/** An imported event over a stay: more units are taken than the resource has. */
export interface Overlap {
  readonly connectionId: string;
  readonly listingId: string;
  readonly reservationId: string;
  readonly resourceId: string;
  readonly inboundEvent: string;
  readonly startsAt: Temporal.Instant;
  readonly endsAt: Temporal.Instant;
}

/** An overlap as inventory reported it. */
export interface ConflictReport {
  readonly overlap: Overlap;
  readonly reportedAt: Temporal.Instant;
}

export interface Conflict extends Overlap {
  readonly id: string;
  readonly createdAt: Temporal.Instant;
  readonly status: ConflictStatus;
}

export interface ConflictUpdate {
  readonly status: ConflictStatus;
  /** It was resolved, and is open again. */
  readonly reopens: boolean;
}

/**
 * What a further report changes; null where its dates are the same. A resolved conflict opens again when its dates change,
 * unless its event is a window that moves each day with the calendar: that would open it again each day.
 */
export function updateConflict(
  known: Pick<Conflict, 'status' | 'startsAt' | 'endsAt'>,
  overlap: Pick<Overlap, 'startsAt' | 'endsAt'>,
  { isRollingWindow }: { readonly isRollingWindow: boolean },
): ConflictUpdate | null {
  if (known.startsAt.equals(overlap.startsAt) && known.endsAt.equals(overlap.endsAt)) return null;
  if (known.status === 'open' || isRollingWindow) return { status: known.status, reopens: false };
  return { status: 'open', reopens: true };
}

export const conflictNotFound = () => refuse('conflict_not_found', 'There is no such conflict.');

/** The stay of a conflict, where its claim was moved to. */
export interface MovedStay extends Pick<Overlap, 'reservationId' | 'resourceId' | 'startsAt' | 'endsAt'> {
  /** The resource had units enough for it beside all others, when it moved. */
  readonly fits: boolean;
  readonly movedAt: Temporal.Instant;
}

export function resolve(
  { status }: Pick<Conflict, 'status'>,
  resolution: Resolution,
): Result<{ readonly status: Resolution }> {
  if (status === 'open') return ok({ status: resolution });
  return refuse('conflict_already_resolved', `The conflict is ${status} already.`);
}
