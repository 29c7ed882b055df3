import { systemContext } from '@lodging/kit-runtime';
import { evaluateBalance } from '../../domain/money/scheduled-payment.ts';
import type { ReservationsDeps } from '../../ports/deps.ts';
import type { OwedBalance } from '../../ports/cancellation.ts';
import { BACKGROUND_TIMEOUT } from '../../ports/neighbours.ts';

export type EvaluateBalancesDeps = Pick<
  ReservationsDeps,
  'scheduledPayments' | 'reservations' | 'payments' | 'logFailure'
>;

const BATCH = 20;

/** Publishes that a balance is due, and records that it was paid. A failed one is due again when its lease has expired. */
export async function evaluateBalances(deps: EvaluateBalancesDeps): Promise<void> {
  let open: OwedBalance[];
  do {
    open = await deps.scheduledPayments.leaseOpen(BATCH);
    await Promise.all(
      open.map((owed) =>
        evaluate(deps, owed).catch((error: unknown) => deps.logFailure(error, owed.reservationId)),
      ),
    );
  } while (open.length === BATCH);
}

async function evaluate(deps: EvaluateBalancesDeps, owed: OwedBalance): Promise<void> {
  const { tenantId, reservationId, dueAt } = owed;
  const snapshot = await deps.reservations.findWithTerms(tenantId, reservationId);
  if (snapshot === undefined) return;
  const { at, reservation, paidOffline } = snapshot;
  const { state, total } = reservation;
  const paidMinorUnits = paidOffline
    ? total.minorUnits
    : (
        await deps.payments.readBalance(
          systemContext(owed.tenantId, owed.livemode, BACKGROUND_TIMEOUT),
          reservationId,
        )
      ).paidMinorUnits;
  const balance = { state, paidMinorUnits, totalMinorUnits: total.minorUnits, dueAt };
  await deps.scheduledPayments.record(owed, evaluateBalance(balance, at));
}
