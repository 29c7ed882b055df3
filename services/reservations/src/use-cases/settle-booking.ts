import type { Reservation } from '../domain/reservation.ts';
import type { Settlement, SettlementOutcome } from '../domain/settlement.ts';
import type { PaymentsClient } from '../ports/payments.ts';
import type { OwedSettlement, SettlementRepository } from '../ports/settlements.ts';
import { contextFor } from './system-context.ts';

export interface SettleBookingDeps {
  readonly settlements: Pick<SettlementRepository, 'recordOutcome'>;
  readonly payments: Pick<PaymentsClient, 'settleStay'>;
  readonly logFailure: (error: unknown, reservationId: string) => void;
}

export interface SettledBooking {
  readonly reservation: Reservation;
  /** Null where payments could not be reached: the timer asks it again. */
  readonly outcome: SettlementOutcome | null;
}

/** Asks payments right after the commit that decided. Never throws. */
export async function settleBooking(
  deps: SettleBookingDeps,
  reservation: Reservation,
  settlement: Settlement,
): Promise<SettledBooking> {
  const { tenantId, id: reservationId, livemode } = reservation;
  const owed = { tenantId, reservationId, livemode, attempt: 1, settlement };
  try {
    const outcome = await deps.payments.settleStay(contextFor(reservation), owed);
    const recorded = await deps.settlements.recordOutcome(owed, outcome);
    return { reservation: { ...reservation, ...recorded }, outcome };
  } catch (error) {
    deps.logFailure(error, reservationId);
    return { reservation, outcome: null };
  }
}

const BATCH = 20;

/** Asks payments for what it has not answered. What fails is due again when its lease has expired. */
export async function settleBookings(
  deps: SettleBookingDeps & { readonly settlements: Pick<SettlementRepository, 'leaseOpen'> },
): Promise<void> {
  let due: OwedSettlement[];
  do {
    due = await deps.settlements.leaseOpen(BATCH);
    await Promise.all(due.map((owed) => askAgain(deps, owed)));
  } while (due.length === BATCH);
}

/** Never throws: what fails is due again when its lease has expired. */
export async function askAgain(
  deps: SettleBookingDeps,
  owed: OwedSettlement,
  timeoutMs?: number,
): Promise<void> {
  try {
    const outcome = await deps.payments.settleStay(contextFor(owed, timeoutMs), owed);
    await deps.settlements.recordOutcome(owed, outcome);
  } catch (error) {
    deps.logFailure(error, owed.reservationId);
  }
}
