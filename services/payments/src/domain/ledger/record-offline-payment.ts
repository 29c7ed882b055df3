import { refuse } from '@lodging/kernel';
import type { Refusal } from '@lodging/kernel';
import { collectedMinorUnits, netMinorUnits, paidOfflineBefore, sumOf } from './balance.ts';
import type { Obligation } from './balance.ts';
import type { Decision, Ledger } from './ledger.ts';
import { offlinePaymentLimit } from './ledger-limits.ts';
import type { OfflinePayment } from './offline-payment.ts';
import { isLive } from './payment.ts';

export type OfflineRefusal = 'idempotency_key_conflict' | 'validation_failed' | 'limit_reached';

export type OfflineResult =
  | { readonly kind: 'refused'; readonly refusal: Refusal<OfflineRefusal> }
  | { readonly kind: 'recorded' | 'replayed'; readonly payment: OfflinePayment };

export type NewOfflinePayment = OfflinePayment & { readonly idempotencyKey: string };

/** The contract states sums with 15 digits. */
const MAX_COLLECTED = 999_999_999_999_999n;

/** Records money that the operator took, whatever is due, or handed back, at most what is here. */
export function recordOfflinePayment(
  ledger: Ledger,
  payment: NewOfflinePayment,
  obligation: PaidBefore,
): Decision<OfflineResult> {
  const known = ledger.offlinePayments.find(
    ({ idempotencyKey }) => idempotencyKey === payment.idempotencyKey,
  );
  if (known !== undefined)
    return { ledger, result: isSame(known, payment) ? { kind: 'replayed', payment: known } : keyConflict() };
  const limit = offlinePaymentLimit(ledger);
  if (limit !== undefined) return { ledger, result: { kind: 'refused', refusal: limit } };
  const result = payment.returned
    ? checkReturned(ledger, payment, obligation)
    : checkTaken(ledger, payment, obligation);
  if (result !== undefined) return { ledger, result };
  return {
    ledger: { ...ledger, offlinePayments: [...ledger.offlinePayments, payment] },
    result: { kind: 'recorded', payment },
  };
}

type Refused = Extract<OfflineResult, { kind: 'refused' }>;
type PaidBefore = Pick<Obligation, 'paidOfflineMinorUnits'>;

function checkReturned(ledger: Ledger, payment: OfflinePayment, paid: PaidBefore): Refused | undefined {
  const left = netMinorUnits(ledger) + paidOfflineBefore(ledger, paid);
  return payment.amountMinorUnits > left
    ? tooMuch('More than was paid cannot be handed back.', `at most ${left} is here`)
    : undefined;
}

function checkTaken(ledger: Ledger, payment: OfflinePayment, paid: PaidBefore): Refused | undefined {
  const opened = sumOf(ledger.payments.filter(isLive));
  const collected = collectedMinorUnits(ledger) + paidOfflineBefore(ledger, paid) + opened;
  return collected + payment.amountMinorUnits > MAX_COLLECTED
    ? tooMuch('The sum of all payments is too large.', `at most ${MAX_COLLECTED} in total`)
    : undefined;
}

function tooMuch(detail: string, message: string): Refused {
  const errors = [{ pointer: '/amountMinorUnits', message }];
  const { refusal } = refuse('validation_failed', detail, { errors });
  return { kind: 'refused', refusal };
}

export function keyConflict() {
  const { refusal } = refuse('idempotency_key_conflict', 'The idempotency key was used for another request.');
  return { kind: 'refused' as const, refusal };
}

function isSame(known: OfflinePayment, payment: OfflinePayment): boolean {
  return (
    known.amountMinorUnits === payment.amountMinorUnits &&
    known.method === payment.method &&
    known.note === payment.note &&
    known.returned === payment.returned
  );
}
