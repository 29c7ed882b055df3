import { ok } from '@lodging/kernel';
import type { Refusal, Result } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import type { Obligation } from '../../domain/ledger/balance.ts';
import type { OfflinePayment } from '../../domain/ledger/offline-payment.ts';
import { keyConflict, recordOfflinePayment } from '../../domain/ledger/record-offline-payment.ts';
import type { NewOfflinePayment, OfflineRefusal } from '../../domain/ledger/record-offline-payment.ts';
import type { PaymentsDeps } from '../../ports/deps.ts';

export type RecordOfflineDeps = Pick<PaymentsDeps, 'ledgers' | 'clock' | 'newId'>;

export interface RecordOffline extends Omit<NewOfflinePayment, 'id' | 'createdAt'> {
  readonly reservationId: string;
  readonly obligation: Pick<Obligation, 'paidOfflineMinorUnits'>;
}

export interface RecordedOffline {
  readonly payment: OfflinePayment;
  readonly isReplayed: boolean;
}

/** Records money that the operator took at the desk, or handed back. */
export async function recordOffline(
  { ledgers, clock, newId }: RecordOfflineDeps,
  { tenantId }: RequestContext,
  { reservationId, obligation, ...terms }: RecordOffline,
): Promise<Result<RecordedOffline, Refusal<OfflineRefusal>>> {
  const payment = { ...terms, id: newId(), createdAt: clock.now() };
  const recorded =
    (await ledgers.recordOffline(tenantId, reservationId, (ledger) =>
      recordOfflinePayment(ledger, payment, obligation),
    )) ?? keyConflict();
  return recorded.kind === 'refused'
    ? { ok: false, refusal: recorded.refusal }
    : ok({ payment: recorded.payment, isReplayed: recorded.kind === 'replayed' });
}
