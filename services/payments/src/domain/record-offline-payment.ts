import { refuse } from '@lodging/kernel';
import type { Refusal } from '@lodging/kernel';
import { netMinorUnits, paidOfflineBefore } from './balance.ts';
import type { Obligation } from './balance.ts';
import type { Decision, Ledger } from './ledger.ts';
import type { OfflinePayment } from './offline-payment.ts';

export type OfflineRefusal = 'idempotency_key_conflict' | 'validation_failed';

export type OfflineResult =
  | { readonly kind: 'refused'; readonly refusal: Refusal<OfflineRefusal> }
  | { readonly kind: 'recorded' | 'replayed'; readonly payment: OfflinePayment };

export type NewOfflinePayment = OfflinePayment & { readonly idempotencyKey: string };

/** Records money that the operator took, whatever is due, or handed back, at most what is here. */
export function recordOfflinePayment(
  ledger: Ledger,
  payment: NewOfflinePayment,
  obligation: Pick<Obligation, 'paidOfflineMinorUnits'>,
): Decision<OfflineResult> {
  const known = ledger.offlinePayments.find(
    ({ idempotencyKey }) => idempotencyKey === payment.idempotencyKey,
  );
  if (known !== undefined)
    return { ledger, result: isSame(known, payment) ? { kind: 'replayed', payment: known } : keyConflict() };
  const left = netMinorUnits(ledger) + paidOfflineBefore(ledger, obligation);
  if (payment.returned && payment.amountMinorUnits > left) {
    const errors = [{ pointer: '/amountMinorUnits', message: `at most ${left} is here` }];
    const { refusal } = refuse('validation_failed', 'More than was paid cannot be handed back.', { errors });
    return { ledger, result: { kind: 'refused', refusal } };
  }
  return {
    ledger: { ...ledger, offlinePayments: [...ledger.offlinePayments, payment] },
    result: { kind: 'recorded', payment },
  };
}

export function keyConflict(): Extract<OfflineResult, { kind: 'refused' }> {
  const { refusal } = refuse('idempotency_key_conflict', 'The idempotency key was used for another request.');
  return { kind: 'refused', refusal };
}

function isSame(known: OfflinePayment, payment: OfflinePayment): boolean {
  return (
    known.amountMinorUnits === payment.amountMinorUnits &&
    known.method === payment.method &&
    known.note === payment.note &&
    known.returned === payment.returned
  );
}
