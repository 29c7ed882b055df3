import type { ReservationState } from '../stay/states.ts';

/** `void`: the stay ended before it was paid. */
export type ScheduledPaymentState = 'scheduled' | 'due' | 'paid' | 'void';

export interface BalanceToEvaluate {
  readonly state: ReservationState;
  readonly totalMinorUnits: bigint;
  /** All that the operator refunded by choice. */
  readonly paidMinorUnits: bigint;
  /** Where a change of the stay is to be paid: all that is due by now. */
  readonly dueOfChanges?: bigint;
  readonly dueAt: Temporal.Instant;
}

/** The state of a balance now. A hold may still be confirmed, so its balance stays scheduled. */
export function evaluateBalance(balance: BalanceToEvaluate, at: Temporal.Instant): ScheduledPaymentState {
  const { state, paidMinorUnits, totalMinorUnits, dueAt, dueOfChanges = 0n } = balance;
  if (state === 'pending' || state === 'held') return 'scheduled';
  if (state === 'cancelled' || state === 'expired' || state === 'no_show') return 'void';
  if (paidMinorUnits >= totalMinorUnits) return 'paid';
  if (paidMinorUnits < dueOfChanges) return 'due';
  return Temporal.Instant.compare(dueAt, at) <= 0 ? 'due' : 'scheduled';
}

/** A balance as the last check left it. */
export interface KnownBalance {
  readonly state: ScheduledPaymentState;
  /** It was due before its day, for a change of the stay: its event is still to come. */
  readonly eventPending: boolean;
  readonly dueAt: Temporal.Instant;
}

export interface CheckedBalance extends Omit<KnownBalance, 'dueAt'> {
  readonly publishes: boolean;
}

/** A balance is published once, on its day; what a change of the stay left to be paid is due without an event. */
export function checkedBalance(
  known: KnownBalance,
  state: ScheduledPaymentState,
  at: Temporal.Instant,
): CheckedBalance {
  if (state !== 'due') return { state, publishes: false, eventPending: false };
  const isItsDay = Temporal.Instant.compare(known.dueAt, at) <= 0;
  const isNews = known.state !== 'due' || known.eventPending;
  return { state, publishes: isItsDay && isNews, eventPending: !isItsDay };
}

export type BalanceState = 'none' | 'scheduled' | 'due' | 'paid';

/** As a booking shows it; null: it has no balance. */
export function balanceStateOf(state: ScheduledPaymentState | null, of: ReservationState): BalanceState {
  if (state === null || state === 'void') return 'none';
  return of === 'cancelled' || of === 'expired' || of === 'no_show' ? 'none' : state;
}
