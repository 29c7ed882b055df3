import { ok, refuse } from '@lodging/kernel';
import type { Result } from '@lodging/kernel';

export type Settlement = 'resolved_relocated' | 'resolved_cancelled';
export type ConflictStatus = 'open' | Settlement;

/** An imported event that lies over a stay, so that more units are taken than there are. */
export interface ConflictFound {
  readonly connectionId: string;
  readonly listingId: string;
  readonly reservationId: string;
  readonly resourceId: string;
  readonly inboundEvent: string;
  readonly startsAt: Temporal.Instant;
  readonly endsAt: Temporal.Instant;
}

export interface Conflict extends ConflictFound {
  readonly id: string;
  readonly createdAt: Temporal.Instant;
  readonly status: ConflictStatus;
}

export interface ConflictNews {
  readonly status: ConflictStatus;
  /** It was settled, and is open again. */
  readonly opens: boolean;
}

/**
 * What becomes of a conflict that is found again; null where nothing does. A window that moves each day with the
 * calendar is not news each day.
 */
export function foundAgain(
  known: Pick<Conflict, 'status' | 'startsAt' | 'endsAt'>,
  found: Pick<Conflict, 'startsAt' | 'endsAt'>,
  { isRolling }: { readonly isRolling: boolean },
): ConflictNews | null {
  if (known.startsAt.equals(found.startsAt) && known.endsAt.equals(found.endsAt)) return null;
  if (known.status === 'open' || isRolling) return { status: known.status, opens: false };
  return { status: 'open', opens: true };
}

export function settle(
  { status }: Pick<Conflict, 'status'>,
  as: Settlement,
): Result<{ readonly status: Settlement }> {
  if (status === 'open') return ok({ status: as });
  return refuse('conflict_already_resolved', `The conflict is ${status} already.`);
}
