import { namedStatement } from '@lodging/kit-postgres';
import type { Database } from '@lodging/kit-postgres';
import type { Recovery, StayKnowledge } from '@lodging/operations';

/** Arrays in one order. */
interface Stays {
  readonly tenantIds: readonly string[];
  readonly ids: readonly string[];
  readonly resourceIds: readonly string[];
  readonly starts: readonly string[];
  readonly ends: readonly string[];
}

/** On the axis of its resource. */
const axisOf = (instant: string) =>
  `CASE WHEN resource.kind = 'generic' THEN ${instant}
     ELSE ((${instant} AT TIME ZONE resource.timezone)::date)::timestamp AT TIME ZONE 'UTC' END`;

/**
 * The claim of the stay itself, or why it ended, and the claims of others in its time. `freeUnits` is what its resource has
 * left at the fullest moment, the stay itself not counted. `isElsewhere`: the claim has other units than the stay.
 */
const findUnits = namedStatement<Stays>(
  'recovery_find_units',
  `
  SELECT stay.id::text, own.state AS claim,
    own.resource_id <> stay.resource_id OR own.starts_at <> ${axisOf('stay.starts_at')}
      OR own.ends_at <> ${axisOf('stay.ends_at')} AS "isElsewhere",
    released.reason AS released, others.names AS "soldTo",
    resource.units - coalesce(others.peak, 0) AS "freeUnits"
  FROM unnest($tenantIds::uuid[], $ids::uuid[], $resourceIds::uuid[], $starts::timestamptz[], $ends::timestamptz[])
    AS stay (tenant_id, id, resource_id, starts_at, ends_at)
  LEFT JOIN claims AS own ON own.tenant_id = stay.tenant_id AND own.claim_id = stay.id
    AND (own.state = 'confirmed' OR own.expires_at > now())
  LEFT JOIN claim_releases AS released ON released.tenant_id = stay.tenant_id AND released.claim_id = stay.id
  LEFT JOIN resources AS resource ON resource.tenant_id = stay.tenant_id AND resource.id = stay.resource_id
  LEFT JOIN LATERAL (
    SELECT string_agg(coalesce(taken.part_of, taken.claim_id)::text, ' ' ORDER BY taken.starts_at)
        FILTER (WHERE taken.kind = 'reservation') AS names,
      max((SELECT sum(beside.units) FROM claims AS beside
        WHERE beside.tenant_id = stay.tenant_id AND beside.resource_id = stay.resource_id AND beside.claim_id <> stay.id
          AND beside.part_of IS DISTINCT FROM stay.id
          AND beside.starts_at <= greatest(taken.starts_at, stay.starts_at)
          AND beside.ends_at > greatest(taken.starts_at, stay.starts_at)
          AND (beside.state = 'confirmed' OR beside.expires_at > now())))::int AS peak
    FROM claims AS taken
    WHERE taken.tenant_id = stay.tenant_id AND taken.resource_id = stay.resource_id AND taken.claim_id <> stay.id
      AND taken.part_of IS DISTINCT FROM stay.id
      AND taken.starts_at < stay.ends_at AND taken.ends_at > stay.starts_at
      AND (taken.state = 'confirmed' OR taken.expires_at > now())) AS others ON true`,
);

interface Units {
  readonly id: string;
  readonly claim: string | null;
  /** Null without a claim. */
  readonly isElsewhere: boolean | null;
  readonly released: string | null;
  readonly soldTo: string | null;
  readonly freeUnits: number | null;
}

export function createRecovery(db: Database): Recovery {
  return {
    async lookUp(stays) {
      const found: StayKnowledge[] = [];
      const placed = stays.flatMap(({ place, ...stay }) => (place === null ? [] : [{ ...stay, ...place }]));
      for (const [tenantId, own] of Map.groupBy(placed, (stay) => stay.tenantId)) {
        const statement = findUnits({
          tenantIds: own.map(() => tenantId),
          ids: own.map(({ id }) => id),
          resourceIds: own.map(({ resourceId }) => resourceId),
          starts: own.map(({ from }) => from),
          ends: own.map(({ to }) => to),
        });
        const rows = await db.inTenant(tenantId, (tx) => tx.query<Units>(statement));
        found.push(...rows.map(({ id, ...knows }): StayKnowledge => ({ id, knows })));
      }
      return found;
    },
  };
}
