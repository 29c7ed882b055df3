import { namedStatement } from '@lodging/kit-postgres';
import { CATALOG_VERSION } from '../rules/catalog-statements.ts';

/** Looked at beside a resource. */
export const MAX_SIBLINGS = 50;

interface SiblingValues {
  readonly tenantId: string;
  readonly resourceIds: readonly string[];
  readonly partySize: number;
  readonly quantity: number;
  readonly children: number | null;
  readonly kinds: readonly string[] | null;
  readonly features: readonly string[] | null;
}

/** Room types that the party fits; with FITS as `partyFits` of the domain, which decides in the end. */
const FITTING_TYPES = `
  SELECT array_agg(t.id) AS ids FROM room_types t
  WHERE t.tenant_id = $tenantId AND $partySize::bigint <= t.max_occupancy::bigint * $quantity::bigint
    AND ($children::bigint IS NULL OR ($children::bigint <= t.max_children::bigint * $quantity::bigint
      AND $partySize::bigint - $children::bigint <= t.max_adults::bigint * $quantity::bigint))`;
const FITS = `$quantity::bigint <= r.units AND $partySize::bigint <= r.capacity::bigint * $quantity::bigint
    AND coalesce($children::bigint, 0) <= $partySize::bigint
    AND (r.room_type_id IS NULL OR r.room_type_id = ANY ((SELECT ids FROM fitting)::uuid[]))`;

/** For each requested resource `w`, and each kind `k` on its time axis, the first ones in the order of an index. */
const siblings = (condition: string) => `
  FROM requested w
  CROSS JOIN unnest(CASE WHEN w.kind = 'generic' THEN ARRAY['generic'] ELSE ARRAY['hotel_room', 'apartment', 'villa'] END) k (kind)
  CROSS JOIN LATERAL (
    SELECT r.id, r.config_version, r.created_at
    FROM resources r
    WHERE r.tenant_id = $tenantId AND r.archived_at IS NULL AND r.id <> w.id AND r.kind = k.kind AND ${condition}
      AND ($kinds::text[] IS NULL OR r.kind = ANY ($kinds::text[]))
      AND ($features::text[] IS NULL OR r.features @> $features::text[]) AND ${FITS}
    ORDER BY r.created_at, r.id LIMIT ${MAX_SIBLINGS}) n`;
const SIBLING =
  'w.id AS requested_id, n.id, n.config_version, k.kind <> w.kind AS is_other_kind, n.created_at';

/**
 * Each of the resources, and those of its time axis that come first: of its room type, of its kind, in order of creation.
 * Other room types are looked at only where its own has too few.
 */
export const findSiblings = namedStatement<SiblingValues>(
  'alternatives_siblings',
  `WITH fitting AS MATERIALIZED (${FITTING_TYPES}), requested AS MATERIALIZED (
     SELECT r.id, r.kind, r.room_type_id, r.config_version, o.place
     FROM unnest($resourceIds::uuid[]) WITH ORDINALITY o (id, place)
     JOIN resources r ON r.tenant_id = $tenantId AND r.id = o.id),
   of_type AS MATERIALIZED (
     SELECT 0 AS distance, ${SIBLING}
     ${siblings('r.room_type_id = w.room_type_id')}
     WHERE w.room_type_id = ANY ((SELECT ids FROM fitting)::uuid[])),
   of_other_type AS MATERIALIZED (
     SELECT 1 AS distance, ${SIBLING}
     ${siblings('(w.room_type_id IS NULL OR r.room_type_id <> w.room_type_id)')}
     WHERE (w.kind = 'generic' OR EXISTS (SELECT FROM fitting WHERE ids IS NOT NULL))
       AND (SELECT count(*) FROM of_type t WHERE t.requested_id = w.id) < ${MAX_SIBLINGS}),
   ranked AS (
     SELECT requested_id, id, config_version,
       row_number() OVER (PARTITION BY requested_id ORDER BY distance, is_other_kind, created_at, id) AS rank
     FROM (SELECT * FROM of_type UNION ALL SELECT * FROM of_other_type) s)
   SELECT s.requested_id AS "requestedId", s.id, s.config_version AS version, ${CATALOG_VERSION} AS catalog
   FROM (SELECT id AS requested_id, id, config_version, 0 AS rank FROM requested UNION ALL SELECT * FROM ranked) s
   JOIN requested w ON w.id = s.requested_id
   WHERE s.rank <= ${MAX_SIBLINGS}
   ORDER BY w.place, s.rank`,
);

export interface SiblingRow {
  readonly requestedId: string;
  /** That of the requested resource in its first row. */
  readonly id: string;
  readonly version: bigint;
  readonly catalog: bigint;
}
