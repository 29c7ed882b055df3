import { sumOfSchedule } from '../stay/reservation-terms.ts';
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
  const due = schedule.filter(({ dueAt }) => !isAfter(dueAt, at));
  const dueByNow = isAlive(reservation)
    ? sumOfSchedule(due) + retained - retainedIn(schedule, reservation, retained)
    : 0n;
  const isPaid = reservation.paidOffline && wasConfirmed(reservation);
  return { dueByNow, paidOffline: isPaid ? offlineTotalOf(reservation) : 0n };
}

/** The entry `change` has what a change retained where it left that to be paid: only there a schedule is above the price. */
function retainedIn(
  schedule: readonly ScheduledPayment[],
  { total }: Pick<Reservation, 'total'>,
  retained: bigint,
): bigint {
  const above = sumOfSchedule(schedule) - total.minorUnits;
  if (above <= 0n) return 0n;
  return above < retained ? above : retained;
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

/** The purpose of a further payment: of what became due last. Null where the state allows none. */
export function duePurpose(
  { state, ...reservation }: Reservation,
  schedule: readonly ScheduledPayment[],
  at: Temporal.Instant,
): 'balance' | 'change' | 'penalty' | null {
  if (state === 'confirmed' || state === 'checked_in')
    return lastDue(schedule, at)?.purpose === 'change' ? 'change' : 'balance';
  const hasEnded = state === 'no_show' || (state === 'cancelled' && reservation.holdExpiresAt === null);
  return hasEnded ? 'penalty' : null;
}

function lastDue(schedule: readonly ScheduledPayment[], at: Temporal.Instant): ScheduledPayment | undefined {
  return schedule
    .filter(({ dueAt }) => !isAfter(dueAt, at))
    .toSorted((one, other) =>
      Temporal.Instant.compare(Temporal.Instant.from(one.dueAt), Temporal.Instant.from(other.dueAt)),
    )
    .at(-1);
}
