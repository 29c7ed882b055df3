import type { Reservation } from '../domain/reservation.ts';
import type { NewReservation } from '../use-cases/ports.ts';
import { reservationColumns as columns } from './reservation-row.ts';

/** As long as an opening may take before its key may be taken over. */
const ATTEMPT_SECONDS = 10;
/** Longer than a payment provider is waited for, and then undone. */
const HANDLE_SECONDS = 30;

const OPEN = `
  INSERT INTO reservations (${columns}, guest_name, guest_phone)
  SELECT $1, $2, $3, 'pending', 0, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16,
         at + make_interval(secs => $17), $18, $19, $20, $22, 1, at + interval '${ATTEMPT_SECONDS} seconds', at, at,
         $23, $24
    FROM (SELECT date_trunc('milliseconds', clock_timestamp()) AS at) AS clock
   WHERE at < $21::timestamptz
  ON CONFLICT DO NOTHING
  RETURNING ${columns}`;

export function openReservation(tenantId: string, opening: NewReservation) {
  const { stay, total, occupancy } = opening;
  return {
    name: 'open_reservation',
    text: OPEN,
    values: [
      tenantId,
      opening.id,
      opening.livemode,
      stay.resourceId,
      stay.roomTypeId,
      stay.ratePlanId,
      stay.window.from,
      stay.window.to,
      stay.timeZone,
      stay.quantity,
      occupancy.adults,
      occupancy.children,
      total.minorUnits,
      total.currency,
      opening.source,
      opening.guestEmail,
      opening.holdSeconds,
      opening.quoteId,
      opening.idempotencyKey,
      opening.fingerprint,
      opening.openUntil,
      opening.awaitsPaymentHandle,
      opening.guestName,
      opening.guestPhone,
    ],
  };
}

/** As opening itself tells it. */
export function isLate(openUntil: Temporal.Instant) {
  return {
    name: 'is_late_to_open',
    text: `SELECT date_trunc('milliseconds', clock_timestamp()) >= $1::timestamptz AS late`,
    values: [openUntil],
  };
}

/** The key's own reservation comes before one that another key made from the same quote. */
export function findOpened(tenantId: string, idempotencyKey: string, quoteId: string | null) {
  return {
    name: 'find_opened_reservation',
    text: `SELECT ${columns}, clock_timestamp() AS at FROM reservations
            WHERE tenant_id = $1 AND (idempotency_key = $2 OR quote_id = $3)
            ORDER BY idempotency_key IS NOT DISTINCT FROM $2 DESC LIMIT 1`,
    values: [tenantId, idempotencyKey, quoteId],
  };
}

export function takeOverAttempt(tenantId: string, id: string, lapsedAttempt: number) {
  return {
    name: 'take_over_attempt',
    text: `UPDATE reservations
              SET attempt = attempt + 1, attempt_until = clock_timestamp() + interval '${ATTEMPT_SECONDS} seconds',
                  updated_at = clock_timestamp()
            WHERE tenant_id = $1 AND id = $2 AND state = 'pending' AND attempt = $3
              AND attempt_until <= clock_timestamp()
        RETURNING ${columns}`,
    values: [tenantId, id, lapsedAttempt],
  };
}

/** Nothing is written for an attempt that was taken over. Where a way to pay is still to come, the attempt goes on. */
export function finishAttempt(attempt: number, next: Reservation) {
  return {
    name: 'finish_attempt',
    text: `UPDATE reservations SET state = $3, version = $4, hold_expires_at = $5, updated_at = $6,
                  attempt_until = CASE WHEN awaits_payment_handle
                    THEN clock_timestamp() + interval '${HANDLE_SECONDS} seconds' ELSE $6 END
            WHERE tenant_id = $1 AND id = $2 AND state = 'pending' AND attempt = $7
        RETURNING id`,
    values: [next.tenantId, next.id, next.state, next.version, next.holdExpiresAt, next.updatedAt, attempt],
  };
}

export function endAttempt(tenantId: string, id: string, attempt: number) {
  return {
    name: 'end_attempt',
    text: `UPDATE reservations SET attempt_until = clock_timestamp()
            WHERE tenant_id = $1 AND id = $2 AND attempt = $3
              AND (state = 'pending' OR state = 'held' AND awaits_payment_handle)`,
    values: [tenantId, id, attempt],
  };
}

export function takeOverHandle(tenantId: string, id: string, lapsedAttempt: number) {
  return {
    name: 'take_over_handle',
    text: `UPDATE reservations
              SET attempt = attempt + 1, attempt_until = clock_timestamp() + interval '${HANDLE_SECONDS} seconds'
            WHERE tenant_id = $1 AND id = $2 AND state = 'held' AND awaits_payment_handle AND attempt = $3
              AND attempt_until <= clock_timestamp()
        RETURNING attempt`,
    values: [tenantId, id, lapsedAttempt],
  };
}

export function handOver(tenantId: string, id: string, attempt: number) {
  return {
    name: 'hand_over_payment',
    text: `UPDATE reservations SET awaits_payment_handle = false, attempt_until = clock_timestamp()
            WHERE tenant_id = $1 AND id = $2 AND state = 'held' AND attempt = $3`,
    values: [tenantId, id, attempt],
  };
}

export function discardPending(tenantId: string, id: string, attempt: number) {
  return {
    name: 'discard_pending',
    text: `DELETE FROM reservations WHERE tenant_id = $1 AND id = $2 AND state = 'pending' AND attempt = $3`,
    values: [tenantId, id, attempt],
  };
}
