// Owns the SQL of reservations: named, so that each connection prepares it once. Time is always the database's.
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

/** A move changes the state and what hangs on it, and ends whatever attempt there was. */
export function writeMove(tenantId: string, next: Reservation) {
  return {
    name: 'write_reservation_move',
    text: `UPDATE reservations SET state = $3, version = $4, hold_expires_at = $5, updated_at = $6, attempt_until = $6
            WHERE tenant_id = $1 AND id = $2`,
    values: [tenantId, next.id, next.state, next.version, next.holdExpiresAt, next.updatedAt],
  };
}
