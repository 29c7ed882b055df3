import {
  atLeastZero,
  least,
  netMinorUnits,
  owedMinorUnits,
  returnableMinorUnits,
  sumOf,
} from '../ledger/balance.ts';
import { paidPayment } from '../ledger/ledger.ts';
import type { Decision, Ledger } from '../ledger/ledger.ts';
import { isReturning } from '../ledger/refund.ts';
import type { Refund } from '../ledger/refund.ts';
import { returnAboveKeep } from './return-money.ts';
import type { ReturnOptions } from './return-money.ts';
import type { Settlement } from '../ledger/settlement.ts';

export type NewSettlement = Omit<Settlement, 'dueMinorUnits' | 'createdAt'>;

export type SettleResult =
  | { readonly kind: 'settled' }
  /** The reservation has another settlement, or this one keeps something else. */
  | { readonly kind: 'settled-otherwise'; readonly settlement: Settlement };

/** Ends the ledger under the settlement. The first one stands: a repetition of it changes nothing. */
export function settleLedger(
  ledger: Ledger,
  { offlineMinorUnits, ...settlement }: NewSettlement,
  options: ReturnOptions,
): Decision<SettleResult> {
  const known = ledger.settlement;
  if (known !== null) {
    const isSame = known.id === settlement.id && known.keepMinorUnits === settlement.keepMinorUnits;
    return {
      ledger,
      result: isSame ? { kind: 'settled' } : { kind: 'settled-otherwise', settlement: known },
    };
  }
  const { now: createdAt } = options;
  // A booking that a payment of ours confirmed was not paid offline.
  const paidOffline = paidPayment(ledger) === undefined ? offlineMinorUnits : 0n;
  const terms = { ...settlement, offlineMinorUnits: paidOffline, createdAt };
  const ended = {
    ...ledger,
    endedAt: ledger.endedAt ?? createdAt,
    onlyHoldEnded: false,
    settlement: { ...terms, dueMinorUnits: settlement.keepMinorUnits },
  };
  return { ledger: returnAboveKeep(ended, options), result: { kind: 'settled' } };
}

/** The state of a settlement. `netMinorUnits`: the payments before and since the settlement, before its own refunds. */
export interface SettlementStatement {
  readonly settlement: Settlement;
  readonly refunds: readonly Refund[];
  readonly netMinorUnits: bigint;
  readonly keptMinorUnits: bigint;
  /** Back, on its way, or still to be sent: what the provider refused too. */
  readonly refundMinorUnits: bigint;
  /** The amount to return that no refund is sending: the provider refused it, or the operator must pay it back. */
  readonly owedMinorUnits: bigint;
}

export function stateSettlement(ledger: Ledger, settlement: Settlement): SettlementStatement {
  const { keepMinorUnits } = settlement;
  const refunds = ledger.refunds.filter(({ settlementId }) => settlementId === settlement.id);
  const returning = sumOf(refunds.filter(isReturning));
  const net = netMinorUnits(ledger);
  const owed = owedMinorUnits(ledger);
  return {
    settlement,
    refunds,
    // More went back than came in where a refund of the provider's dashboard repeats one of the desk.
    netMinorUnits: atLeastZero(net + returning),
    keptMinorUnits: atLeastZero(least(net, keepMinorUnits)),
    refundMinorUnits: returning + least(owed, returnableMinorUnits(ledger)),
    owedMinorUnits: owed,
  };
}
