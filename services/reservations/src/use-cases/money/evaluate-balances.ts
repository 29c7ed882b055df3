import { systemContext } from '@lodging/kit-runtime';
import { obligationOf, scheduleOf } from '../../domain/money/obligation.ts';
import { checkedBalance, evaluateBalance } from '../../domain/money/scheduled-payment.ts';
import { retainedOf } from '../../domain/stay/reservation-terms.ts';
import { offlineTotalOf } from '../../domain/stay/reservation.ts';
import type { ReservationsDeps } from '../../ports/deps.ts';
import type { OwedBalance } from '../../ports/cancellation.ts';
import { BACKGROUND_TIMEOUT } from '../../ports/neighbours.ts';
import type { AgreedReservation } from '../../ports/stay.ts';

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
  const { at, reservation, terms } = snapshot;
  const { state, total } = reservation;
  const retained = retainedOf(terms);
  const schedule = scheduleOf(reservation, terms?.schedule);
  const balance = {
    state,
    paidMinorUnits: await paidOf(deps, owed, snapshot),
    totalMinorUnits: total.minorUnits + retained,
    dueOfChanges: schedule.some(({ purpose }) => purpose === 'change')
      ? obligationOf(reservation, schedule, at, retained).dueByNow
      : 0n,
    dueAt,
  };
  await deps.scheduledPayments.record(owed, checkedBalance(owed, evaluateBalance(balance, at), at));
}

/** What the operator has of a booking that was paid offline is not known to payments. */
async function paidOf(
  { payments }: EvaluateBalancesDeps,
  { tenantId, livemode, reservationId }: OwedBalance,
  { reservation, paidOffline, terms }: AgreedReservation,
): Promise<bigint> {
  const offline = paidOffline ? offlineTotalOf(reservation) : 0n;
  if (paidOffline && offline >= reservation.total.minorUnits + retainedOf(terms)) return offline;
  const ctx = systemContext(tenantId, livemode, BACKGROUND_TIMEOUT);
  return offline + (await payments.readBalance(ctx, reservationId)).paidMinorUnits;
}
