import type { ChangedByGuest } from '@lodging/client';
import type { Managed } from '../manage-api.ts';

const STORED = 'lodging-manage-change';

/** A change that waits for its payment, for this tab: the payment page brings it back. */
export interface PendingChange {
  readonly bookingId: string;
  readonly startsAt: string;
  readonly endsAt: string;
  readonly dueMinorUnits: string;
  readonly until: string;
}

export function pendingOf({ change }: ChangedByGuest): PendingChange {
  const { bookingId, proposed, dueMinorUnits, expiresAt } = change;
  const until = expiresAt ?? new Date().toISOString();
  return { bookingId, startsAt: proposed.from, endsAt: proposed.to, dueMinorUnits, until };
}

/** Null: nothing waits any more. */
export function storePending(pending: PendingChange | null): void {
  try {
    if (pending === null) sessionStorage.removeItem(STORED);
    else sessionStorage.setItem(STORED, JSON.stringify(pending));
  } catch {
    // A browser that stores nothing shows the booking as it is.
  }
}

export function readPending(): PendingChange | null {
  try {
    return JSON.parse(sessionStorage.getItem(STORED) ?? 'null') as PendingChange | null;
  } catch {
    return null;
  }
}

/** What became of it. */
export function outcomeOf(
  pending: PendingChange,
  { booking }: Managed,
  nowMs: number,
): 'waiting' | 'changed' | 'unpaid' | 'of another booking' {
  if (pending.bookingId !== booking.id) return 'of another booking';
  const isSame = (one: string, other: string) => Date.parse(one) === Date.parse(other);
  if (isSame(pending.startsAt, booking.startsAt) && isSame(pending.endsAt, booking.endsAt)) return 'changed';
  return Date.parse(pending.until) > nowMs ? 'waiting' : 'unpaid';
}
