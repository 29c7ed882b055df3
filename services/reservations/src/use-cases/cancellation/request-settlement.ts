import { systemContext } from '@lodging/kit-runtime';
import type { Reservation } from '../../domain/stay/reservation.ts';
import type { SettlementOutcome } from '../../domain/cancellation/settle.ts';
import type { Settlement } from '../../domain/stay/settlement.ts';
import type { ReservationsDeps } from '../../ports/deps.ts';
import type { OwedSettlement } from '../../ports/cancellation.ts';
import { BACKGROUND_TIMEOUT } from '../../ports/neighbours.ts';

export type RequestSettlementDeps = Pick<ReservationsDeps, 'settlements' | 'payments' | 'logFailure'>;

export interface RequestedSettlement {
  readonly reservation: Reservation;
  /** Null where payments could not be reached: the timer repeats the request. */
  readonly outcome: SettlementOutcome | null;
}

/** Requests the settlement from payments right after the commit that decided on it. Never throws. */
export async function requestSettlement(
  deps: RequestSettlementDeps,
  reservation: Reservation,
  settlement: Settlement,
): Promise<RequestedSettlement> {
  const { tenantId, id: reservationId, livemode } = reservation;
  const owed = { tenantId, reservationId, livemode, attempt: 1, settlement };
  try {
    const outcome = await deps.payments.settleReservation(
      systemContext(reservation.tenantId, reservation.livemode, BACKGROUND_TIMEOUT),
      owed,
    );
    const recorded = await deps.settlements.recordOutcome(owed, outcome);
    return { reservation: { ...reservation, ...recorded }, outcome };
  } catch (error) {
    deps.logFailure(error, reservationId);
    return { reservation, outcome: null };
  }
}

const BATCH = 20;

/** Requests the settlements that payments has not answered. A failed one is due again when its lease has expired. */
export async function requestOpenSettlements(deps: RequestSettlementDeps): Promise<void> {
  let due: OwedSettlement[];
  do {
    due = await deps.settlements.leaseOpen(BATCH);
    await Promise.all(due.map((owed) => requestOwedSettlement(deps, owed)));
  } while (due.length === BATCH);
}

/** Never throws: a failed settlement is due again when its lease has expired. */
export async function requestOwedSettlement(
  deps: RequestSettlementDeps,
  owed: OwedSettlement,
  timeoutMs = BACKGROUND_TIMEOUT.timeoutMs,
): Promise<void> {
  try {
    const outcome = await deps.payments.settleReservation(
      systemContext(owed.tenantId, owed.livemode, { timeoutMs }),
      owed,
    );
    await deps.settlements.recordOutcome(owed, outcome);
  } catch (error) {
    deps.logFailure(error, owed.reservationId);
  }
}
