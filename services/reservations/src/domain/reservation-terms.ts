import type { FrozenBill } from './frozen-bill.ts';
import type { FrozenPolicy } from './frozen-policy.ts';
import type { Money, Reservation } from './reservation.ts';

/** An amount that is asked for at a time. */
export interface ScheduledPayment {
  readonly purpose: 'stay' | 'deposit' | 'balance';
  readonly amountMinorUnits: string;
  readonly dueAt: string;
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

/** What was agreed when a stay was sold. It is signed, stored and shown as it is; nobody computes it again. */
export interface ReservationTerms {
  readonly bill: FrozenBill;
  /** Null: cancelled without a settlement. */
  readonly policy: FrozenPolicy | null;
  readonly schedule: readonly ScheduledPayment[];
  /** Null where no currency was asked for, and for a hold: its quote has shown it. */
  readonly display: DisplayedTotal | null;
}

/** What inventory prices with a stay: its bill and the terms of its plan. */
export interface SoldTerms {
  readonly bill: FrozenBill;
  /** Null without a policy; both are missing from an older process of inventory. */
  readonly cancellation?: FrozenPolicy | null | undefined;
  readonly schedule?: readonly ScheduledPayment[] | undefined;
}

/** What is asked for first: it confirms the stay. Without terms it is the total. */
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

/** Without a schedule everything is due at once. */
export function termsOf(
  { bill, cancellation = null, schedule }: SoldTerms,
  at: Temporal.Instant,
  display: DisplayedTotal | null = null,
): ReservationTerms {
  const dueAt = at.toString({ smallestUnit: 'millisecond' });
  const atOnce = [{ purpose: 'stay', amountMinorUnits: bill.totalMinorUnits, dueAt } as const];
  return { bill, policy: cancellation, schedule: schedule ?? atOnce, display };
}
