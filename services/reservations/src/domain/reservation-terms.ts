import type { FrozenBill } from './frozen-bill.ts';

/** An amount that is asked for at a time. */
export interface ScheduledPayment {
  readonly purpose: 'stay' | 'deposit' | 'balance';
  readonly amountMinorUnits: string;
  readonly dueAt: string;
}

/** What was agreed when a stay was sold. It is signed, stored and shown as it is; nobody computes it again. */
export interface ReservationTerms {
  readonly bill: FrozenBill;
  /** Null: cancelled without a settlement. */
  readonly policy: null;
  readonly schedule: readonly ScheduledPayment[];
}

/** Without a deposit everything is due at once. */
export function termsOf(bill: FrozenBill, at: Temporal.Instant): ReservationTerms {
  const dueAt = at.toString({ smallestUnit: 'millisecond' });
  const schedule = [{ purpose: 'stay', amountMinorUnits: bill.totalMinorUnits, dueAt } as const];
  return { bill, policy: null, schedule };
}
