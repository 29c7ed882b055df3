import type { Database } from '@lodging/kit-postgres';
import { repaired } from '../metrics.ts';
import type { AbandonedReservation, LapsedReservation, LapsedStore, NoShow } from '../use-cases/ports.ts';

/** A hold whose end failed is tried again when its lease runs out. */
const EXPIRY_LEASE_SECONDS = 10;
const ABANDONED_AFTER_SECONDS = 30;
const SWEEP_LEASE_SECONDS = 15;
const FREEING_LEASE_SECONDS = 10;
const KEY_DAYS = 30;
const BITE = 1_000;

const LEASE_OVERDUE = `
  UPDATE reservations AS r SET attempt_until = clock_timestamp() + interval '${EXPIRY_LEASE_SECONDS} seconds'
    FROM (SELECT tenant_id, id FROM reservations
           WHERE state = 'held' AND hold_expires_at <= clock_timestamp() AND attempt_until <= clock_timestamp()
           ORDER BY hold_expires_at LIMIT $1 FOR UPDATE SKIP LOCKED) AS due
   WHERE r.tenant_id = due.tenant_id AND r.id = due.id
  RETURNING r.tenant_id AS "tenantId", r.id, r.livemode`;

/** Being swept is an attempt like any other: its number fences off whoever was at work before. */
const LEASE_ABANDONED = `
  UPDATE reservations AS r
     SET attempt = r.attempt + 1, attempt_until = clock_timestamp() + interval '${SWEEP_LEASE_SECONDS} seconds'
    FROM (SELECT tenant_id, id FROM reservations
           WHERE state = 'pending' AND attempt_until <= clock_timestamp()
             AND created_at <= clock_timestamp() - interval '${ABANDONED_AFTER_SECONDS} seconds'
           ORDER BY created_at LIMIT $1 FOR UPDATE SKIP LOCKED) AS due
   WHERE r.tenant_id = due.tenant_id AND r.id = due.id
  RETURNING r.tenant_id AS "tenantId", r.id, r.livemode, r.resource_id AS "resourceId", r.attempt`;

const LEASE_UNITS_TO_FREE = `
  UPDATE reservations AS r SET attempt_until = clock_timestamp() + interval '${FREEING_LEASE_SECONDS} seconds'
    FROM (SELECT tenant_id, id FROM reservations
           WHERE units_to_free AND attempt_until <= clock_timestamp()
           ORDER BY attempt_until LIMIT $1 FOR UPDATE SKIP LOCKED) AS due
   WHERE r.tenant_id = due.tenant_id AND r.id = due.id
  RETURNING r.tenant_id AS "tenantId", r.id, r.livemode, r.resource_id AS "resourceId"`;

const FORGET_KEYS = `
  UPDATE reservations AS r SET idempotency_key = NULL, fingerprint = NULL
    FROM (SELECT tenant_id, id FROM reservations
           WHERE idempotency_key IS NOT NULL AND created_at < now() - interval '${KEY_DAYS} days'
           LIMIT ${BITE} FOR UPDATE SKIP LOCKED) AS old
   WHERE r.tenant_id = old.tenant_id AND r.id = old.id
  RETURNING 1`;

const FORGET_CODES = `
  DELETE FROM guest_codes AS c
   USING (SELECT tenant_id, reservation_id FROM guest_codes
           WHERE updated_at < now() - interval '1 day' LIMIT ${BITE} FOR UPDATE SKIP LOCKED) AS old
   WHERE c.tenant_id = old.tenant_id AND c.reservation_id = old.reservation_id
  RETURNING 1`;

export function lapsedStore(db: Database): LapsedStore {
  const count = async (name: string, text: string) =>
    (await db.acrossTenants((tx) => tx.query({ name, text }))).length;
  return {
    leaseOverdueHolds: (limit) =>
      db.acrossTenants((tx) =>
        tx.query<LapsedReservation>({ name: 'lease_overdue_holds', text: LEASE_OVERDUE, values: [limit] }),
      ),
    async leaseAbandoned(limit) {
      const statement = { name: 'lease_abandoned', text: LEASE_ABANDONED, values: [limit] };
      const leased = await db.acrossTenants((tx) => tx.query<AbandonedReservation>(statement));
      if (leased.length > 0) repaired.add(leased.length);
      return leased;
    },
    leaseUnitsToFree: (limit) =>
      db.acrossTenants((tx) =>
        tx.query<NoShow>({ name: 'lease_units_to_free', text: LEASE_UNITS_TO_FREE, values: [limit] }),
      ),
    forgetOldKeys: () => count('forget_old_keys', FORGET_KEYS),
    forgetOldCodes: () => count('forget_old_codes', FORGET_CODES),
  };
}
