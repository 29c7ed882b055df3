// Owns the SQL of reservations: named, so that each connection prepares it once. Time is always the database's.
import type { Statement } from '@lodging/kit-postgres';
import type { Reservation } from '../domain/reservation.ts';
import type { NewReservation } from '../use-cases/ports.ts';
import { reservationColumns as columns } from './reservation-row.ts';

/** As long as an opening may take before its key may be taken over. */
const ATTEMPT_SECONDS = 10;

const OPEN = `
  INSERT INTO reservations (${columns})
  SELECT $1, $2, $3, 'pending', 0, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16,
         at + make_interval(secs => $17), $18, $19, $20, 1, at + interval '${ATTEMPT_SECONDS} seconds', at, at
    FROM (SELECT date_trunc('milliseconds', clock_timestamp()) AS at) AS clock
   WHERE at < $21::timestamptz
  ON CONFLICT DO NOTHING
  RETURNING ${columns}`;

export function openReservation(tenantId: string, opening: NewReservation): Statement {
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
    ],
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

export function findReservation(tenantId: string, id: string) {
  return {
    name: 'find_reservation',
    text: `SELECT ${columns}, clock_timestamp() AS at FROM reservations WHERE tenant_id = $1 AND id = $2`,
    values: [tenantId, id],
  };
}

/** The time is read after the lock is had, however long that took. */
export function lockReservation(tenantId: string, id: string): Statement {
  return {
    name: 'lock_reservation',
    text: `WITH locked AS MATERIALIZED (
             SELECT ${columns} FROM reservations WHERE tenant_id = $1 AND id = $2 FOR UPDATE)
           SELECT *, clock_timestamp() AS at FROM locked`,
    values: [tenantId, id],
  };
}

/** A move changes the state and what hangs on it, and ends whatever attempt there was. */
export function writeMove(tenantId: string, next: Reservation): Statement {
  return {
    name: 'write_reservation_move',
    text: `UPDATE reservations SET state = $3, version = $4, hold_expires_at = $5, updated_at = $6, attempt_until = $6
            WHERE tenant_id = $1 AND id = $2`,
    values: [tenantId, next.id, next.state, next.version, next.holdExpiresAt, next.updatedAt],
  };
}

export function takeOverAttempt(tenantId: string, id: string, lapsedAttempt: number): Statement {
  return {
    name: 'take_over_attempt',
    text: `UPDATE reservations
              SET attempt = attempt + 1, attempt_until = clock_timestamp() + interval '${ATTEMPT_SECONDS} seconds'
            WHERE tenant_id = $1 AND id = $2 AND state = 'pending' AND attempt = $3
              AND attempt_until <= clock_timestamp()
        RETURNING ${columns}`,
    values: [tenantId, id, lapsedAttempt],
  };
}

export function endAttempt(tenantId: string, id: string, attempt: number): Statement {
  return {
    name: 'end_attempt',
    text: `UPDATE reservations SET attempt_until = clock_timestamp()
            WHERE tenant_id = $1 AND id = $2 AND state = 'pending' AND attempt = $3`,
    values: [tenantId, id, attempt],
  };
}

export function discardPending(tenantId: string, id: string, attempt: number): Statement {
  return {
    name: 'discard_pending',
    text: `DELETE FROM reservations WHERE tenant_id = $1 AND id = $2 AND state = 'pending' AND attempt = $3`,
    values: [tenantId, id, attempt],
  };
}
