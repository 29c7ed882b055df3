import type { NewId } from '@lodging/kernel';
import { atLeastZero, least, netMinorUnits, returnableMinorUnits, sumOf } from './balance.ts';
import type { Decision, Ledger } from './ledger.ts';
import { withRefund } from './ledger.ts';
import { isPaid } from './payment.ts';
import type { PaidPayment } from './payment.ts';
import { isReturning, refundableMinorUnits } from './refund.ts';
import type { Refund } from './refund.ts';
import type { Settlement } from './settlement.ts';

export interface ReturnOptions {
  readonly now: Temporal.Instant;
  readonly newId: NewId;
  /** Also of payments whose last refund failed. Those are tried again each hour, not at every change. */
  readonly retries?: boolean;
}

export type NewSettlement = Omit<Settlement, 'dueMinorUnits' | 'createdAt'>;

export type SettleResult =
  | { readonly kind: 'settled' }
  /** The reservation has another settlement, or this one keeps something else. */
  | { readonly kind: 'settled-otherwise'; readonly settlement: Settlement };

/** Ends the ledger under the settlement. The first one stands: a repetition of it changes nothing. */
export function settleLedger(
  ledger: Ledger,
  { id, reason, keepMinorUnits, offlineMinorUnits }: NewSettlement,
  options: ReturnOptions,
): Decision<SettleResult> {
  const known = ledger.settlement;
  if (known !== null) {
    const isSame = known.id === id && known.keepMinorUnits === keepMinorUnits;
    return {
      ledger,
      result: isSame ? { kind: 'settled' } : { kind: 'settled-otherwise', settlement: known },
    };
  }
  const { now: createdAt } = options;
  const terms = { id, reason, keepMinorUnits, offlineMinorUnits, createdAt };
  const ended = {
    ...ledger,
    endedAt: ledger.endedAt ?? createdAt,
    settlement: { ...terms, dueMinorUnits: keepMinorUnits },
  };
  return { ledger: returnAboveKeep(ended, options), result: { kind: 'settled' } };
}

/**
 * Applied to every change of a ledger that is settled: reserves the return of what is here above the amount to keep, from
 * the newest payment backwards, in the transaction that brought it. So there is no money without its refund, whatever
 * raises it: a late payment, a refund that failed.
 */
export function returnAboveKeep(ledger: Ledger, options: ReturnOptions): Ledger {
  const { settlement } = ledger;
  if (settlement === null) return ledger;
  let next = ledger;
  for (const payment of ledger.payments.filter(isPaid).toReversed()) {
    const above = netMinorUnits(next) - settlement.keepMinorUnits;
    const earlier = refundsOf(next, settlement, payment);
    const hasFailed = earlier.at(-1)?.state === 'failed';
    const part = least(above, refundableMinorUnits(next.refunds, payment));
    if (part <= 0n || (hasFailed && options.retries !== true)) continue;
    next = withRefund(next, newReturn(settlement, payment, { part, n: earlier.length + 1, ...options }));
  }
  return withDue(next, settlement);
}

/** The refunds of the settlement, of one payment. */
function refundsOf({ refunds }: Ledger, { id }: Settlement, payment: PaidPayment): Refund[] {
  return refunds.filter(({ settlementId, paymentId }) => settlementId === id && paymentId === payment.id);
}

function newReturn(
  { id: settlementId, reason }: Settlement,
  { id: paymentId, currency }: PaidPayment,
  { part, n, now, newId }: ReturnOptions & { readonly part: bigint; readonly n: number },
): Refund {
  return {
    id: newId(),
    paymentId,
    amountMinorUnits: part,
    currency,
    state: 'pending',
    reason,
    providerRefundId: null,
    // The provider replays its answer to a key, so every try has a key of its own.
    providerIdempotencyKey: `settle:${settlementId}:${paymentId}:${n}`,
    settlementId,
    lease: null,
    createdAt: now,
    version: 0,
  };
}

function withDue(ledger: Ledger, settlement: Settlement): Ledger {
  const dueMinorUnits = atLeastZero(settlement.keepMinorUnits - netMinorUnits(ledger));
  return dueMinorUnits < settlement.dueMinorUnits
    ? { ...ledger, settlement: { ...settlement, dueMinorUnits } }
    : ledger;
}

/** How a settlement stands. `netMinorUnits`: what it found and what came since, before its own refunds. */
export interface SettlementStatement {
  readonly settlement: Settlement;
  readonly refunds: readonly Refund[];
  readonly netMinorUnits: bigint;
  readonly keptMinorUnits: bigint;
  /** Back, on its way, or still to be sent: what the provider refused too. */
  readonly refundMinorUnits: bigint;
  /** What must go back and is not on its way: refused by the provider, or to be handed over by the operator. */
  readonly owedMinorUnits: bigint;
}

export function stateSettlement(ledger: Ledger, settlement: Settlement): SettlementStatement {
  const { keepMinorUnits } = settlement;
  const refunds = ledger.refunds.filter(({ settlementId }) => settlementId === settlement.id);
  const returning = sumOf(refunds.filter(isReturning));
  const net = netMinorUnits(ledger);
  const owedMinorUnits = atLeastZero(net - keepMinorUnits);
  return {
    settlement,
    refunds,
    netMinorUnits: net + returning,
    keptMinorUnits: least(net, keepMinorUnits),
    refundMinorUnits: returning + least(owedMinorUnits, returnableMinorUnits(ledger)),
    owedMinorUnits,
  };
}
