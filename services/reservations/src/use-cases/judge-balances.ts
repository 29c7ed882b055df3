import { judgeBalance } from '../domain/scheduled-payment.ts';
import type { PaymentsClient } from '../ports/payments.ts';
import type { ReservationRepository } from '../ports/reservations.ts';
import type { OwedBalance, ScheduledPaymentRepository } from '../ports/settlements.ts';
import { contextFor } from './system-context.ts';

export interface JudgeBalancesDeps {
  readonly scheduledPayments: Pick<ScheduledPaymentRepository, 'leaseOpen' | 'record'>;
  readonly reservations: Pick<ReservationRepository, 'findWithTerms'>;
  readonly payments: Pick<PaymentsClient, 'readBalance'>;
  readonly logFailure: (error: unknown, reservationId: string) => void;
}

const BATCH = 20;

/** Tells that a balance is due, and learns that it was paid. What fails is looked at again when its lease has expired. */
export async function judgeBalances(deps: JudgeBalancesDeps): Promise<void> {
  let open: OwedBalance[];
  do {
    open = await deps.scheduledPayments.leaseOpen(BATCH);
    await Promise.all(
      open.map((owed) =>
        judge(deps, owed).catch((error: unknown) => deps.logFailure(error, owed.reservationId)),
      ),
    );
  } while (open.length === BATCH);
}

async function judge(deps: JudgeBalancesDeps, owed: OwedBalance): Promise<void> {
  const { tenantId, reservationId, dueAt } = owed;
  const snapshot = await deps.reservations.findWithTerms(tenantId, reservationId);
  if (snapshot === undefined) return;
  const { at, reservation, paidOffline } = snapshot;
  const { state, total } = reservation;
  const paidMinorUnits = paidOffline
    ? total.minorUnits
    : (await deps.payments.readBalance(contextFor(owed), reservationId)).paidMinorUnits;
  const balance = { state, paidMinorUnits, totalMinorUnits: total.minorUnits, dueAt };
  await deps.scheduledPayments.record(owed, judgeBalance(balance, at));
}
