import type { readMoney } from '@lodging/contract-payments';
import type { RequestOf } from '@lodging/contract-wire';
import { randomUUID } from 'node:crypto';

interface KnownMoney {
  readonly refunding: ReadonlySet<string>;
  readonly net: ReadonlyMap<string, bigint>;
  readonly refundedByHand: ReadonlyMap<string, bigint>;
}

export function moneyOf(
  { refunding, net, refundedByHand }: KnownMoney,
  { reservationId, obligation: { dueByNowMinorUnits, paidOfflineMinorUnits } }: RequestOf<typeof readMoney>,
) {
  const returned = refundedByHand.get(reservationId) ?? 0n;
  const collected = BigInt(paidOfflineMinorUnits) + (net.get(reservationId) ?? 0n) + returned;
  return {
    collectedMinorUnits: String(collected),
    paidOfflineMinorUnits,
    returnedMinorUnits: String(returned),
    paidMinorUnits: String(collected),
    dueMinorUnits: dueByNowMinorUnits,
    owedMinorUnits: '0',
    keepMinorUnits: null,
    payments: [],
    refunds: refunding.has(reservationId) ? [pendingRefundOf(reservationId)] : [],
    accounts: [{ accountId: 'acct_1', paymentIntentIds: [`pi_${reservationId}`] }],
  };
}

function pendingRefundOf(reservationId: string) {
  return {
    id: randomUUID(),
    reservationId,
    amountMinorUnits: '10000',
    currency: 'EUR',
    state: 'pending' as const,
    providerRefundId: null,
    reason: 'requested' as const,
    paymentId: randomUUID(),
    createdAt: Temporal.Now.instant().toString(),
  };
}
