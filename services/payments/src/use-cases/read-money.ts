import type { RequestContext } from '@lodging/kit-runtime';
import {
  collectedMinorUnits,
  dueMinorUnits,
  owedMinorUnits,
  paidOfflineBefore,
  returnedMinorUnits,
} from '../domain/balance.ts';
import type { Obligation } from '../domain/balance.ts';
import type { Ledger } from '../domain/ledger.ts';
import type { LedgerRepository } from '../ports.ts';

export interface ReadMoneyDeps {
  readonly ledgers: Pick<LedgerRepository, 'read'>;
}

export interface ReadMoney {
  readonly reservationId: string;
  readonly obligation: Obligation;
}

/** What came in for a reservation and what went back. */
export interface Money {
  readonly ledger: Ledger;
  readonly collectedMinorUnits: bigint;
  /** The part of it that was paid to the operator when the booking was made. */
  readonly paidOfflineMinorUnits: bigint;
  readonly returnedMinorUnits: bigint;
  readonly dueMinorUnits: bigint;
  readonly owedMinorUnits: bigint;
}

export async function readMoney(
  { ledgers }: ReadMoneyDeps,
  { tenantId }: RequestContext,
  { reservationId, obligation }: ReadMoney,
): Promise<Money> {
  const ledger = await ledgers.read(tenantId, reservationId);
  const before = paidOfflineBefore(ledger, obligation);
  return {
    ledger,
    collectedMinorUnits: collectedMinorUnits(ledger) + before,
    paidOfflineMinorUnits: before + (ledger.settlement?.offlineMinorUnits ?? 0n),
    returnedMinorUnits: returnedMinorUnits(ledger),
    dueMinorUnits: dueMinorUnits(ledger, obligation),
    owedMinorUnits: owedMinorUnits(ledger),
  };
}
