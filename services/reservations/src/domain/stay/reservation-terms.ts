import type { StoredBill } from './stored-bill.ts';
import type { StoredPolicy } from './stored-policy.ts';
import type { Money, Reservation } from './reservation.ts';

/** An amount and the time at which it is due. */
export interface ScheduledPayment {
  readonly purpose: 'stay' | 'deposit' | 'balance' | 'change';
  readonly amountMinorUnits: string;
  readonly dueAt: string;
}

export function sumOfSchedule(schedule: readonly ScheduledPayment[]): bigint {
  return schedule.reduce((sum, { amountMinorUnits }) => sum + BigInt(amountMinorUnits), 0n);
}

/** The total in the currency that a booking request asked to show, and its rate, as inventory wrote them. */
export interface DisplayedTotal {
  readonly displayTotal: { readonly amountMinorUnits: string; readonly currency: string };
  readonly fx: {
    readonly effectiveAt: string;
    readonly fromCurrency: string;
    readonly rateBps: string;
    readonly source: string;
    readonly toCurrency: string;
  };
}

/** The terms of a sold stay. It is signed, stored and shown unchanged, and never recomputed. */
export interface ReservationTerms {
  readonly bill: StoredBill;
  /** Null: cancelled without a settlement, unless a change has left a floor. */
  readonly policy: StoredPolicy | null;
  readonly schedule: readonly ScheduledPayment[];
  /** Null where no currency was requested, and for a hold: its quote has shown it. */
  readonly display: DisplayedTotal | null;
  /** What a cancellation keeps at least. Absent before the first change of the stay, as is `retained`. */
  readonly floor?: string | null;
  /** What changes of the stay have retained of its earlier prices. */
  readonly retained?: string | null;
}

export function floorOf(terms: Pick<ReservationTerms, 'floor'> | null): bigint {
  return BigInt(terms?.floor ?? 0);
}

export function retainedOf(terms: Pick<ReservationTerms, 'retained'> | null): bigint {
  return BigInt(terms?.retained ?? 0);
}

/** The bill and the plan's terms, which inventory returns with a price. */
export interface SoldTerms {
  readonly bill: StoredBill;
  /** Null without a policy. */
  readonly cancellation: StoredPolicy | null;
  readonly schedule: readonly ScheduledPayment[];
}

/** The payment that confirms the stay. Without terms it is the total. */
export function firstPayment(
  { total }: Pick<Reservation, 'total'>,
  terms: ReservationTerms | null,
): FirstPayment {
  const first = terms?.schedule[0];
  if (first === undefined) return { amount: total, purpose: 'stay' };
  const amount = { minorUnits: BigInt(first.amountMinorUnits), currency: total.currency };
  return { amount, purpose: first.purpose === 'deposit' ? 'deposit' : 'stay' };
}

/** The deposit where the stay has one, else the total. */
export interface FirstPayment {
  readonly amount: Money;
  readonly purpose: 'stay' | 'deposit';
}

export function termsOf(
  { bill, cancellation, schedule }: SoldTerms,
  display: DisplayedTotal | null = null,
): ReservationTerms {
  return { bill, policy: cancellation, schedule, display };
}

/** What is paid after the stay is confirmed: the balance after a deposit. */
export function balanceOf({ schedule }: Pick<ReservationTerms, 'schedule'>): readonly ScheduledPayment[] {
  return schedule.filter(({ purpose }) => purpose === 'balance');
}
