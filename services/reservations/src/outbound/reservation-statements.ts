import type { Reservation } from '../domain/reservation.ts';
import { reservationColumns as columns } from './reservation-row.ts';

export function findReservation(tenantId: string, id: string) {
  return {
    name: 'find_reservation',
    text: `SELECT ${columns}, clock_timestamp() AS at FROM reservations WHERE tenant_id = $1 AND id = $2`,
    values: [tenantId, id],
  };
}

/** The time is read after the lock is had, however long that took. */
export function lockReservation(tenantId: string, id: string) {
  return {
    name: 'lock_reservation',
    text: `WITH locked AS MATERIALIZED (
             SELECT ${columns} FROM reservations WHERE tenant_id = $1 AND id = $2 FOR UPDATE)
           SELECT *, clock_timestamp() AS at FROM locked`,
    values: [tenantId, id],
  };
}

/** As long as whoever records a no-show may take to free its units. */
const FREEING_SECONDS = 10;

/** A move changes the state and what hangs on it, and ends whatever attempt there was. */
export function writeMove(
  tenantId: string,
  next: Reservation,
  { reason = null, freesKey = false }: { readonly reason?: string | null; readonly freesKey?: boolean } = {},
) {
  const { id, state, version, holdExpiresAt, updatedAt } = next;
  return {
    name: 'write_reservation_move',
    text: `UPDATE reservations
              SET state = $3, version = $4, hold_expires_at = $5, updated_at = $6, move_reason = $7,
                  units_to_free = ($3 = 'no_show'),
                  attempt_until = CASE WHEN $3 = 'no_show'
                    THEN clock_timestamp() + interval '${FREEING_SECONDS} seconds' ELSE $6 END,
                  idempotency_key = CASE WHEN $8 THEN NULL ELSE idempotency_key END,
                  fingerprint = CASE WHEN $8 THEN NULL ELSE fingerprint END
            WHERE tenant_id = $1 AND id = $2`,
    values: [tenantId, id, state, version, holdExpiresAt, updatedAt, reason, freesKey],
  };
}

export function recordFreed(tenantId: string, id: string) {
  return {
    name: 'record_units_freed',
    text: 'UPDATE reservations SET units_to_free = false WHERE tenant_id = $1 AND id = $2',
    values: [tenantId, id],
  };
}
