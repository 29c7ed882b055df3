import { namedStatement } from '@lodging/kit-postgres';
import { CATALOG_VERSION } from './catalog-statements.ts';

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

/** As `partyFits` of the domain, which decides in the end. */
const FITS = `$quantity::bigint <= r.units AND $partySize::bigint <= r.capacity::bigint * $quantity::bigint
  AND coalesce($children::bigint, 0) <= $partySize::bigint AND (r.room_type_id IS NULL OR EXISTS (
    SELECT FROM room_types t WHERE t.tenant_id = $tenantId AND t.id = r.room_type_id
      AND $partySize::bigint <= t.max_occupancy::bigint * $quantity::bigint AND ($children::bigint IS NULL OR (
        $children::bigint <= t.max_children::bigint * $quantity::bigint
        AND $partySize::bigint - $children::bigint <= t.max_adults::bigint * $quantity::bigint))))`;

/** In the order of an index. */
const siblings = (isSameType: boolean) => `(
  SELECT r.id, r.created_at, ${isSameType ? 0 : 1} AS is_other_type, k.is_other_kind, r.config_version
  FROM resources r
  WHERE r.tenant_id = $tenantId AND r.archived_at IS NULL AND r.id <> w.id AND r.kind = k.kind
    AND ${isSameType ? 'r.room_type_id = w.room_type_id' : '(w.room_type_id IS NULL OR r.room_type_id <> w.room_type_id)'}
    AND ($kinds::text[] IS NULL OR r.kind = ANY ($kinds::text[]))
    AND ($features::text[] IS NULL OR r.features @> $features::text[]) AND ${FITS}
  ORDER BY r.created_at, r.id LIMIT ${MAX_SIBLINGS})`;

/** Each of the resources, and those of its time axis that come first: of its room type, of its kind, in order of creation. */
export const findSiblings = namedStatement<SiblingValues>(
  'alternatives_siblings',
  `WITH wished AS MATERIALIZED (
     SELECT r.id, r.kind, r.room_type_id, r.config_version, o.place
     FROM unnest($resourceIds::uuid[]) WITH ORDINALITY o (id, place)
     JOIN resources r ON r.tenant_id = $tenantId AND r.id = o.id)
   SELECT w.id AS "wishedId", s.id, s.config_version AS version, ${CATALOG_VERSION} AS catalog
   FROM wished w CROSS JOIN LATERAL (
     SELECT w.id, w.config_version, 0 AS rank
     UNION ALL
     SELECT n.id, n.config_version,
       row_number() OVER (ORDER BY n.is_other_type, n.is_other_kind, n.created_at, n.id)::int
     FROM (
       SELECT a.kind, a.kind <> w.kind AS is_other_kind
       FROM unnest(CASE WHEN w.kind = 'generic' THEN ARRAY['generic'] ELSE ARRAY['hotel_room', 'apartment', 'villa'] END) a (kind)) k
     CROSS JOIN LATERAL (${siblings(true)} UNION ALL ${siblings(false)}) n) s
   WHERE s.rank <= ${MAX_SIBLINGS}
   ORDER BY w.place, s.rank`,
);

export interface SiblingRow {
  readonly wishedId: string;
  /** That of the wished resource in its first row. */
  readonly id: string;
  readonly version: bigint;
  readonly catalog: bigint;
}
