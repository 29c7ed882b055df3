import type { Database } from '@lodging/kit-postgres';
import type { KnownStay, LivingStay, OneStay, RecoveryRepository } from '../ports/recovery.ts';

const KNOWN = `
  SELECT known.id::text, state, version, coalesce(guest_sealed, guest_email) IS NOT NULL AS "hasGuest"
  FROM unnest($1::uuid[], $2::uuid[]) AS stay (tenant_id, id)
  JOIN reservations AS known ON known.tenant_id = stay.tenant_id AND known.id = stay.id`;

const COLUMNS = `tenant_id::text AS "tenantId", id::text, livemode, resource_id::text AS "resourceId", starts_at AS "startsAt",
    ends_at AS "endsAt", quantity`;
const IS_LIVING = `(state IN ('confirmed', 'checked_in') AND ends_at > now())`;

const ONE = `SELECT ${COLUMNS}, ${IS_LIVING} AS "isLiving" FROM reservations WHERE tenant_id = $1::uuid AND id = $2::uuid`;

/** Reads the whole table once, over all its calls: what is living is a small part of it, and this is done by hand. */
const LIVING = `
  SELECT ${COLUMNS}
  FROM reservations
  WHERE ${IS_LIVING}
    AND (updated_at >= $1 OR (tenant_id, id) IN (SELECT * FROM unnest($2::uuid[], $3::uuid[])))
    AND ($4::uuid IS NULL OR id > $4::uuid)
  ORDER BY id LIMIT $5`;

type KnownRow = KnownStay['knows'] & { readonly id: string };
type RowOf<Stay extends LivingStay> = Omit<Stay, 'window'> & {
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
      const rows = await db.acrossTenants((tx) => tx.query<RowOf<LivingStay>>(LIVING, values));
      return rows.map(toStay);
    },
    async findStay({ tenantId, id }) {
      const rows = await db.inTenant(tenantId, (tx) => tx.query<RowOf<OneStay>>(ONE, [tenantId, id]));
      return rows.map(toStay)[0];
    },
  };
}

const toStay = <Row extends RowOf<LivingStay>>({ startsAt: from, endsAt: to, ...stay }: Row) => ({
  ...stay,
  window: { from, to },
});
