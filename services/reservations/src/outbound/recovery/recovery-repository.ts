import { namedStatement } from '@lodging/kit-postgres';
import type { Database } from '@lodging/kit-postgres';
import type { KnownStay, LivingStay, OneStay, RecoveryRepository } from '../../ports/recovery.ts';

const lookUp = namedStatement<{ tenantIds: readonly string[]; ids: readonly string[] }>(
  'recovery_look_up',
  `
  SELECT known.id::text, state, version, guest_sealed IS NOT NULL AS "hasGuest"
  FROM unnest($tenantIds::uuid[], $ids::uuid[]) AS stay (tenant_id, id)
  JOIN reservations AS known ON known.tenant_id = stay.tenant_id AND known.id = stay.id`,
);

const COLUMNS = `tenant_id::text AS "tenantId", id::text, livemode, resource_id::text AS "resourceId", starts_at AS "startsAt",
    ends_at AS "endsAt", quantity, state = 'held' AS "isHeld", coalesce(change_state = 'applying', false) AS "isChanging",
    EXISTS (SELECT FROM stay_changes AS change WHERE change.tenant_id = reservations.tenant_id
      AND change.reservation_id = reservations.id AND change.state = 'applied') AS "isChanged"`;
const IS_LIVING = `(state IN ('confirmed', 'checked_in') AND ends_at > now() OR state = 'held' AND hold_expires_at > now())`;

const findStay = namedStatement<{ tenantId: string; id: string }>(
  'recovery_find_stay',
  `SELECT ${COLUMNS}, ${IS_LIVING} AS "isLiving" FROM reservations WHERE tenant_id = $tenantId::uuid AND id = $id::uuid`,
);

interface Living {
  readonly since: Temporal.Instant;
  readonly tenantIds: readonly string[];
  readonly ids: readonly string[];
  readonly after: string | null;
  readonly limit: number;
}

/** Reads the whole table once, over all its calls: what is living is a small part of it, and this is done by hand. */
const listLiving = namedStatement<Living>(
  'recovery_list_living',
  `
  SELECT ${COLUMNS}
  FROM reservations
  WHERE ${IS_LIVING}
    AND (updated_at >= $since OR (tenant_id, id) IN (SELECT * FROM unnest($tenantIds::uuid[], $ids::uuid[])))
    AND ($after::uuid IS NULL OR id > $after::uuid)
  ORDER BY id LIMIT $limit`,
);

type KnownRow = KnownStay['knows'] & { readonly id: string };
type RowOf<Stay extends LivingStay> = Omit<Stay, 'window'> & {
  readonly startsAt: Temporal.Instant;
  readonly endsAt: Temporal.Instant;
};

export function createRecoveryRepository(db: Database): RecoveryRepository {
  return {
    async lookUp(stays) {
      const rows = await db.acrossTenants((tx) => tx.query<KnownRow>(lookUp(keysOf(stays))));
      return rows.map(({ id, ...knows }) => ({ id, knows }));
    },
    async listLiving({ since, stays, after, limit }) {
      const statement = listLiving({ since, ...keysOf(stays), after, limit });
      const rows = await db.acrossTenants((tx) => tx.query<RowOf<LivingStay>>(statement));
      return rows.map(toStay);
    },
    async findStay({ tenantId, id }) {
      const rows = await db.inTenant(tenantId, (tx) => tx.query<RowOf<OneStay>>(findStay({ tenantId, id })));
      return rows.map(toStay)[0];
    },
  };
}

const keysOf = (stays: readonly { readonly tenantId: string; readonly id: string }[]) => ({
  tenantIds: stays.map(({ tenantId }) => tenantId),
  ids: stays.map(({ id }) => id),
});

const toStay = <Row extends RowOf<LivingStay>>({ startsAt: from, endsAt: to, ...stay }: Row) => ({
  ...stay,
  window: { from, to },
});
