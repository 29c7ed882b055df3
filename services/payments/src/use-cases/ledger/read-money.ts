import type { RequestContext } from '@lodging/kit-runtime';
import {
  atLeastZero,
  collectedMinorUnits,
  dueMinorUnits,
  owedMinorUnits,
  paidMinorUnits,
  paidOfflineBefore,
  returnedMinorUnits,
} from '../../domain/ledger/balance.ts';
import type { Obligation } from '../../domain/ledger/balance.ts';
import type { Ledger } from '../../domain/ledger/ledger.ts';
import type { PaymentsDeps } from '../../ports/deps.ts';

export type ReadMoneyDeps = Pick<PaymentsDeps, 'ledgers'>;

export interface ReadMoney {
  readonly reservationId: string;
  readonly obligation: Obligation;
}

/** Received and returned money of a reservation. */
export interface Money {
  readonly ledger: Ledger;
  readonly collectedMinorUnits: bigint;
  /** The part of it that was paid to the operator when the booking was made. */
  readonly paidOfflineMinorUnits: bigint;
  readonly returnedMinorUnits: bigint;
  /** What the amount due counts as paid. */
  readonly paidMinorUnits: bigint;
  readonly dueMinorUnits: bigint;
  readonly owedMinorUnits: bigint;
}

export async function readMoney(
  { ledgers }: ReadMoneyDeps,
  { tenantId }: RequestContext,
  { reservationId, obligation }: ReadMoney,
): Promise<Money> {
  return moneyOf(await ledgers.read(tenantId, reservationId), obligation);
}

export function moneyOf(ledger: Ledger, obligation: Obligation): Money {
  const before = paidOfflineBefore(ledger, obligation);
  return {
    ledger,
    collectedMinorUnits: collectedMinorUnits(ledger) + before,
    paidOfflineMinorUnits: before + (ledger.settlement?.offlineMinorUnits ?? 0n),
    returnedMinorUnits: returnedMinorUnits(ledger),
    paidMinorUnits: atLeastZero(paidMinorUnits(ledger) + before),
    dueMinorUnits: dueMinorUnits(ledger, obligation),
    owedMinorUnits: owedMinorUnits(ledger),
  };
}
