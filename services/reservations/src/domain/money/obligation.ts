import type { ScheduledPayment } from '../stay/reservation-terms.ts';
import { offlineTotalOf } from '../stay/reservation.ts';
import type { Reservation } from '../stay/reservation.ts';

/** The data that payments needs to compute the amount due. */
export interface Obligation {
  /** The part of the price that is due by now, and what changes of the stay have retained. */
  readonly dueByNow: bigint;
  /** The price of a booking that was paid to the operator when it was made. */
  readonly paidOffline: bigint;
}

/** A booking whose terms are not known is due at once. */
export function scheduleOf(
  { total, createdAt }: Reservation,
  schedule: readonly ScheduledPayment[] | undefined,
): readonly ScheduledPayment[] {
  const dueAt = createdAt.toString({ smallestUnit: 'millisecond' });
  return schedule ?? [{ purpose: 'stay', amountMinorUnits: total.minorUnits.toString(), dueAt }];
}

export function obligationOf(
  reservation: Reservation,
  schedule: readonly ScheduledPayment[],
  at: Temporal.Instant,
  retained = 0n,
): Obligation {
  const due = isAlive(reservation) ? schedule.filter(({ dueAt }) => !isAfter(dueAt, at)) : [];
  const dueByNow = due.reduce(
    (sum, { amountMinorUnits }) => sum + BigInt(amountMinorUnits),
    isAlive(reservation) ? retained : 0n,
  );
  const isPaid = reservation.paidOffline && wasConfirmed(reservation);
  return { dueByNow, paidOffline: isPaid ? offlineTotalOf(reservation) : 0n };
}

/** The settlement of an ended stay decides the amount due. */
function isAlive({ state }: Reservation): boolean {
  return state === 'held' || state === 'confirmed' || state === 'checked_in' || state === 'checked_out';
}

export function hasEnded({ state }: Pick<Reservation, 'state'>): boolean {
  return state === 'cancelled' || state === 'no_show' || state === 'expired';
}

export function wasConfirmed({ state, holdExpiresAt }: Reservation): boolean {
  return state !== 'pending' && state !== 'held' && state !== 'expired' && holdExpiresAt === null;
}

function isAfter(dueAt: string, at: Temporal.Instant): boolean {
  return Temporal.Instant.compare(Temporal.Instant.from(dueAt), at) > 0;
}

/** The purpose of a further payment. Null where the state allows none. */
export function duePurpose(
  { state, ...reservation }: Reservation,
  schedule: readonly ScheduledPayment[] = [],
): 'balance' | 'change' | 'penalty' | null {
  if (state === 'confirmed' || state === 'checked_in')
    return schedule.some(({ purpose }) => purpose === 'change') ? 'change' : 'balance';
  const hasEnded = state === 'no_show' || (state === 'cancelled' && reservation.holdExpiresAt === null);
  return hasEnded ? 'penalty' : null;
}
