import type { Database } from '@lodging/kit-postgres';
import type { KnownStay, LivingStay, RecoveryRepository } from '../ports/recovery.ts';

const KNOWN = `
  SELECT known.id::text, state, version, coalesce(guest_sealed, guest_email) IS NOT NULL AS "hasGuest"
  FROM unnest($1::uuid[], $2::uuid[]) AS stay (tenant_id, id)
  JOIN reservations AS known ON known.tenant_id = stay.tenant_id AND known.id = stay.id`;

/** Reads the whole table once, over all its calls: what is living is a small part of it, and this is done by hand. */
const LIVING = `
  SELECT tenant_id::text AS "tenantId", id::text, livemode, resource_id::text AS "resourceId", starts_at AS "startsAt",
    ends_at AS "endsAt", quantity
  FROM reservations
  WHERE state IN ('confirmed', 'checked_in') AND ends_at > now()
    AND (updated_at >= $1 OR (tenant_id, id) IN (SELECT * FROM unnest($2::uuid[], $3::uuid[])))
    AND ($4::uuid IS NULL OR id > $4::uuid)
  ORDER BY id LIMIT $5`;

type KnownRow = KnownStay['knows'] & { readonly id: string };
type LivingRow = Omit<LivingStay, 'window'> & {
  readonly startsAt: Temporal.Instant;
  readonly endsAt: Temporal.Instant;
};

export function createRecoveryRepository(db: Database): RecoveryRepository {
  return {
    async lookUp(stays) {
      const values = [stays.map(({ tenantId }) => tenantId), stays.map(({ id }) => id)];
      const rows = await db.acrossTenants((tx) => tx.query<KnownRow>(KNOWN, values));
      return rows.map(({ id, ...knows }) => ({ id, knows }));
    },
    async listLiving({ since, stays, after, limit }) {
      const named = [stays.map(({ tenantId }) => tenantId), stays.map(({ id }) => id)];
      const values = [since, ...named, after, limit];
      const rows = await db.acrossTenants((tx) => tx.query<LivingRow>(LIVING, values));
      return rows.map(({ startsAt: from, endsAt: to, ...stay }) => ({ ...stay, window: { from, to } }));
    },
  };
}
