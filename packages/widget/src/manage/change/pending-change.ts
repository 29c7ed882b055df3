import type { ChangedByGuest } from '@lodging/client';
import type { Managed } from '../manage-api.ts';
import { isSameStay } from './days.ts';

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

function readPending(): PendingChange | null {
  try {
    return JSON.parse(sessionStorage.getItem(STORED) ?? 'null') as PendingChange | null;
  } catch {
    return null;
  }
}

const CHANGEABLE: readonly string[] = ['confirmed', 'checked_in'];

/** What became of it. It has ended with a booking that is over. */
export function outcomeOf(
  pending: PendingChange,
  { booking, may }: Managed,
  nowMs: number,
): 'waiting' | 'changed' | 'unpaid' | 'ended' | 'of another booking' {
  if (pending.bookingId !== booking.id) return 'of another booking';
  if (!CHANGEABLE.includes(booking.state)) return 'ended';
  if (isSameStay(pending, booking)) return 'changed';
  // Another change may be made only where none waits.
  return Date.parse(pending.until) > nowMs && !may.changeDates ? 'waiting' : 'unpaid';
}

/** What waits for this tab, and what has become of what does no more, which is forgotten. */
export function settlePending(managed: Managed): {
  readonly pending: PendingChange | null;
  readonly news: 'changed' | 'unpaid' | null;
} {
  const pending = readPending();
  if (pending === null) return { pending, news: null };
  const outcome = outcomeOf(pending, managed, Date.now());
  if (outcome === 'waiting') return { pending, news: null };
  storePending(null);
  return { pending: null, news: outcome === 'changed' || outcome === 'unpaid' ? outcome : null };
}
