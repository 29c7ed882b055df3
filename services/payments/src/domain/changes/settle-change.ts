import { returnForChanges } from '../cancellation/return-money.ts';
import type { ReturnOptions } from '../cancellation/return-money.ts';
import {
  atLeastZero,
  handedBackForChanges,
  netMinorUnits,
  owedMinorUnits,
  returnedByChanges,
  returnedByOperator,
} from '../ledger/balance.ts';
import { livePayment, paidPayment } from '../ledger/ledger.ts';
import type { Decision, Ledger } from '../ledger/ledger.ts';
import { paysForStay } from '../ledger/payment.ts';
import type { LivePayment } from '../ledger/payment.ts';
import type { Refund } from '../ledger/refund.ts';
import { findChange, lastSettled, withChange } from '../ledger/stay-change.ts';

export interface SettleChange {
  readonly changeId: string;
  /** The obligation after the change. */
  readonly keepMinorUnits: bigint;
  /** Paid to the operator outside of this service when the booking was made. */
  readonly offlineMinorUnits: bigint;
}

/** The amounts that were decided with the change. */
export interface ChangeSums {
  readonly netMinorUnits: bigint;
  readonly backMinorUnits: bigint;
}

/**
 * Decides what goes back for an applied change: what is here above the amount to keep, with what earlier changes still have
 * to return. The first decision stands. Under a settlement nothing is decided: that is the rule for all money.
 */
export function settleChange(
  ledger: Ledger,
  { changeId, keepMinorUnits, offlineMinorUnits }: SettleChange,
  options: ReturnOptions,
): Decision<ChangeSums> {
  const known = findChange(ledger, changeId);
  if (known?.settled) return { ledger, result: known.settled };
  const net = netWith(ledger, offlineMinorUnits);
  if (ledger.settlement !== null)
    return { ledger, result: { netMinorUnits: netMinorUnits(ledger), backMinorUnits: 0n } };
  const back = atLeastZero(net - keepMinorUnits);
  const settled = {
    position: (lastSettled(ledger)?.settled.position ?? 0) + 1,
    keepMinorUnits,
    netMinorUnits: net,
    backMinorUnits: back,
    totalMinorUnits: back + returnedByChanges(ledger),
    returnedMinorUnits: returnedByOperator(ledger),
    handedBackMinorUnits: handedBackForChanges(ledger),
  };
  const next = withChange(ledger, { id: changeId, closedAt: known?.closedAt ?? options.now, settled });
  return { ledger: returnForChanges(next, options), result: settled };
}

/** A booking that a payment of ours confirmed was not paid offline. */
function netWith(ledger: Ledger, offlineMinorUnits: bigint): bigint {
  return netMinorUnits(ledger) + (paidPayment(ledger) === undefined ? offlineMinorUnits : 0n);
}

/** A payment that was opened for what was due before the change, and would bring in more than is to be kept. */
export function findOverpayment(
  ledger: Ledger,
  { keepMinorUnits, offlineMinorUnits }: SettleChange,
): LivePayment | undefined {
  const live = livePayment(ledger);
  if (live === undefined || paysForStay(live) || live.changeId || ledger.settlement !== null)
    return undefined;
  const paid = netWith(ledger, offlineMinorUnits) + live.amountMinorUnits;
  return paid > keepMinorUnits ? live : undefined;
}

/** The state of the money of a change. */
export interface ChangeStatement extends ChangeSums {
  /** What no refund is sending: the provider refused it, or the operator must hand it over. */
  readonly owedMinorUnits: bigint;
  readonly refunds: readonly Refund[];
}

export function stateChange(ledger: Ledger, changeId: string, sums: ChangeSums): ChangeStatement {
  const { netMinorUnits: net, backMinorUnits } = sums;
  return {
    netMinorUnits: atLeastZero(net),
    backMinorUnits,
    owedMinorUnits: owedMinorUnits(ledger),
    refunds: ledger.refunds.filter((refund) => refund.changeId === changeId),
  };
}
