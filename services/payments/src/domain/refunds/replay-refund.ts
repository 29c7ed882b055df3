import type { Ledger } from '../ledger/ledger.ts';
import { wasRefused } from '../ledger/refund.ts';
import type { Refund, RequestKey } from '../ledger/refund.ts';

export type RefundOfKey =
  | { readonly kind: 'replayed'; readonly parts: readonly Refund[] }
  | { readonly kind: 'conflict' }
  /** The ledger without the key where the provider refused all that was requested under it. */
  | { readonly kind: 'free'; readonly ledger: Ledger };

/** What an earlier request with the same Idempotency-Key made. A key whose refunds were all refused is free again. */
export function findRefundOfKey(ledger: Ledger, request: Omit<RequestKey, 'part'>): RefundOfKey {
  const parts = ledger.refunds.filter(({ requestKey }) => requestKey?.key === request.key);
  if (parts.length === 0) return { kind: 'free', ledger };
  if (parts.every(wasRefused)) return { kind: 'free', ledger: withoutKeys(ledger, parts) };
  const isSame = parts.every(({ requestKey }) => requestKey?.amountMinorUnits === request.amountMinorUnits);
  return isSame ? { kind: 'replayed', parts: parts.toSorted(byPart) } : { kind: 'conflict' };
}

function withoutKeys(ledger: Ledger, parts: readonly Refund[]): Ledger {
  const refunds = ledger.refunds.map((refund) =>
    parts.includes(refund) ? { ...refund, requestKey: null } : refund,
  );
  return { ...ledger, refunds };
}

function byPart(one: Refund, other: Refund): number {
  return (one.requestKey?.part ?? 0) - (other.requestKey?.part ?? 0);
}
