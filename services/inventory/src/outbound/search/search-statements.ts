import { namedStatement } from '@lodging/kit-postgres';
import type { ReadStatement } from '@lodging/kit-postgres';
import { MAX_CANDIDATES } from '../../domain/search/candidates.ts';
import type { Candidate } from '../../domain/search/candidates.ts';
import type { CandidateFilter } from '../../ports/search.ts';
import { CATALOG_VERSION } from '../rules/catalog-statements.ts';
import { epochMilliseconds, IS_ACTIVE } from '../units/span-bounds.ts';

/** Of a search with words, whose candidates are known only when their texts were read. */
const MAX_TEXTS = 20_000;
const isSearched = (
  plan: string,
) => `${plan}.tenant_id = $tenantId AND ${plan}.resource_id = r.id AND ${plan}.enabled
     AND ($ratePlanCodes::text[] IS NULL OR ${plan}.code = ANY ($ratePlanCodes::text[]))`;
const PLAN_IS_SEARCHED = isSearched('p');
/** A parent prices its children also where it is not searched itself. */
const PRICES_A_SEARCHED_PLAN = `p.tenant_id = $tenantId AND p.resource_id = r.id AND (
     p.enabled AND ($ratePlanCodes::text[] IS NULL OR p.code = ANY ($ratePlanCodes::text[]))
     OR EXISTS (SELECT FROM rate_plans d WHERE ${isSearched('d')} AND d.derived_from->>'ratePlanCode' = p.code))`;

/** The resources `r` that the filters leave. */
const CANDIDATES = `
  FROM resources r
  WHERE r.tenant_id = $tenantId AND r.archived_at IS NULL
    AND (r.created_at, r.id) > ($afterCreatedAt::timestamptz, $afterId::uuid)
    AND ($kinds::text[] IS NULL OR r.kind = ANY ($kinds::text[]))
    AND ($roomTypeIds::uuid[] IS NULL OR r.room_type_id = ANY ($roomTypeIds::uuid[]))
    AND ($resourceIds::uuid[] IS NULL OR r.id = ANY ($resourceIds::uuid[]))
    AND ($features::text[] IS NULL OR r.features @> $features::text[])
    AND NOT ($lodgingOnly::boolean AND r.kind = 'generic')
    AND ($ratePlanCodes::text[] IS NULL OR EXISTS (SELECT FROM rate_plans p WHERE ${PLAN_IS_SEARCHED}))`;
const IN_ORDER = 'ORDER BY r.created_at, r.id LIMIT $limit::int';

const PLANS = `CASE WHEN r.kind = 'generic' THEN 1 ELSE (SELECT count(*) FROM rate_plans p WHERE ${PLAN_IS_SEARCHED}) END::int`;
/**
 * A line: its fields between tabs. A thousand rows of ten columns cost half of a search's processor time in garbage, see
 * docs/performance/search.md. `readLine` reads it.
 */
const LISTED = `concat_ws(E'\\t', r.id, r.config_version, r.created_at)`;
/** Fields of a resource’s configuration, for a search that cannot read all configurations. */
const COLUMNS = `${LISTED} AS candidate, ${PLANS} AS plans, r.kind, r.currency, r.timezone,
    r.check_in_time AS "checkInTime", r.check_out_time AS "checkOutTime"`;
const TEXTS = `, ARRAY[r.name, r.slug, r.description,
    (SELECT t.name FROM room_types t WHERE t.tenant_id = $tenantId AND t.id = r.room_type_id)] || r.features
    || ARRAY(SELECT jsonb_path_query(r.translations, '$.*.*') #>> '{}')
    || ARRAY(SELECT jsonb_path_query(t.translations, '$.*.*') #>> '{}' FROM room_types t
      WHERE t.tenant_id = $tenantId AND t.id = r.room_type_id) AS texts`;

export interface CandidateValues {
  readonly tenantId: string;
  readonly kinds: readonly string[] | null;
  readonly roomTypeIds: readonly string[] | null;
  readonly resourceIds: readonly string[] | null;
  readonly features: readonly string[] | null;
  readonly ratePlanCodes: readonly string[] | null;
  readonly lodgingOnly: boolean;
  readonly afterCreatedAt: string;
  readonly afterId: string;
  readonly limit: number;
}

/** One more than a page looks at, so that it is known whether there are more. */
export function candidateValues(tenantId: string, filter: CandidateFilter): CandidateValues {
  const { kinds, roomTypeIds, resourceIds, features, ratePlanCodes, lodgingOnly, withTexts, after } = filter;
  const position =
    after === 'count' || after === null ? FIRST : { afterCreatedAt: after.createdAt, afterId: after.id };
  return {
    tenantId,
    kinds: kinds ?? null,
    roomTypeIds: roomTypeIds ?? null,
    resourceIds: resourceIds ?? null,
    features: features ?? null,
    ratePlanCodes: ratePlanCodes ?? null,
    lodgingOnly,
    ...position,
    limit: (withTexts && after === 'count' ? MAX_TEXTS : MAX_CANDIDATES) + 1,
  };
}
const FIRST = { afterCreatedAt: '-infinity', afterId: '00000000-0000-0000-0000-000000000000' };

/** One row for all candidates, each of them a line. */
export const listCandidates = namedStatement<CandidateValues>(
  'search_candidates',
  `SELECT string_agg(r.candidate, E'\\n') AS candidates FROM (SELECT ${LISTED} AS candidate ${CANDIDATES} ${IN_ORDER}) r`,
);
/** Known without the texts being read. A feature has at most 40 bytes. */
const TEXT_BYTES = `octet_length(r.name) + coalesce(octet_length(r.description), 0) + 40 * cardinality(r.features)
    + octet_length(r.translations::text)`;

/** A row for each candidate; of those whose texts are more than `textBytes` together the first ones alone. */
export const listCandidatesWithTexts = namedStatement<CandidateValues & { textBytes: number }>(
  'search_texts',
  `SELECT ${COLUMNS} ${TEXTS}, r.found FROM (
     SELECT r.*, (count(*) OVER ())::int AS found, row_number() OVER listed AS place, sum(${TEXT_BYTES}) OVER listed AS bytes
     FROM (SELECT r.* ${CANDIDATES} ${IN_ORDER}) r WINDOW listed AS (ORDER BY r.created_at, r.id)) r
   WHERE r.place = 1 OR r.bytes <= $textBytes::int ORDER BY r.place`,
);

/** The version of the rules of the tenant. */
export const findCatalogVersion = namedStatement<{ tenantId: string }>(
  'search_catalog',
  `SELECT ${CATALOG_VERSION} AS version`,
);

/** How many there are, where there are more than were listed. */
export const countCandidates = namedStatement<CandidateValues>(
  'search_count',
  `SELECT count(*)::int AS candidates, coalesce(sum(plans), 0)::int AS plans
   FROM (SELECT ${PLANS} AS plans ${CANDIDATES} AND $limit::int > 0) r`,
);

export interface CandidatesRow {
  readonly candidates: string | null;
}
export interface CandidateWithTexts extends Omit<Candidate, 'id' | 'version' | 'createdAt'> {
  readonly candidate: string;
  /** How many there are, those included whose texts were too much. */
  readonly found: number;
}

/** One row, with a line for each resource or plan: rows for each fact cost more to send and to read. */
export interface LinesRow {
  readonly lines: string | null;
  /** How many facts they are. */
  readonly found: number;
}

/** How many lines, or rates, are read at the most; one more shows that there are more, and no line is sent then. */
interface MostFacts {
  readonly mostFacts: number;
}

interface ClaimValues extends CandidateValues, MostFacts {
  readonly start: string;
  readonly end: string;
  /** Those of lodging, where they are narrower. */
  readonly lodgingStart?: string;
  readonly lodgingEnd?: string;
  readonly shortEnd: string;
  readonly longEnd: string;
}

const CLAIM = `concat_ws(' ', c.resource_id, left(c.kind, 1), c.units, ${epochMilliseconds('c.starts_at')}, ${epochMilliseconds('c.ends_at')}) AS line
       FROM claims c
       WHERE c.tenant_id = $tenantId AND ${IS_ACTIVE}`;

/** Long claims are few, and have an index of their own: it is not looked into for each resource of a tenant without any. */
const SOME_LONG = '(SELECT EXISTS (SELECT FROM claims l WHERE l.tenant_id = $tenantId AND l.is_long))';
const shortAndLong = (claims: string) => [
  `${claims} AND NOT c.is_long AND c.ends_at <= $shortEnd`,
  `${claims} AND ${SOME_LONG} AND c.is_long AND c.ends_at <= $longEnd`,
];
const UNION = `
     UNION ALL
     `;

/**
 * Of one resource: a stay is compared with all of them in one step, which other requests wait for. One more shows that there
 * are more.
 */
export const MOST_OF_RESOURCE = 20_000;

/** One resource after the other, each within its limit. */
const CLAIMS_OF_EACH = `SELECT c.line FROM r CROSS JOIN LATERAL (
       ${shortAndLong(`SELECT ${CLAIM} AND c.resource_id = r.id
         AND c.ends_at > CASE WHEN r.kind = 'generic' THEN $start::timestamptz ELSE $lodgingStart::timestamptz END
         AND c.starts_at < CASE WHEN r.kind = 'generic' THEN $end::timestamptz ELSE $lodgingEnd::timestamptz END`).join(
         UNION,
       )}
       LIMIT ${MOST_OF_RESOURCE + 1}) c`;

/**
 * One row for all claims, each of them a line: the id of its resource, and the claim as a calendar has it. Each resource has
 * scans of its own: for a list of ids the planner may read the index of the whole tenant.
 */
const CLAIM_LINES = `CASE WHEN count(*) <= $mostFacts::int THEN string_agg(f.line, E'\\n') END AS lines,
     count(*)::int AS found
   FROM (
     ${CLAIMS_OF_EACH}
     LIMIT $mostFacts::int + 1) f`;
const claimsOfCandidates = namedStatement<Required<ClaimValues>>(
  'search_claims',
  `WITH r AS MATERIALIZED (SELECT r.id, r.kind ${CANDIDATES} ${IN_ORDER}) SELECT ${CLAIM_LINES}`,
);
const candidatesWithClaims = namedStatement<Required<ClaimValues>>(
  'search_candidates_with_claims',
  `WITH r AS MATERIALIZED (SELECT r.id, r.kind, ${LISTED} AS candidate ${CANDIDATES} ${IN_ORDER})
   SELECT (SELECT string_agg(r.candidate, E'\\n') FROM r) AS candidates, ${CLAIM_LINES}`,
);

export function findClaimsOfCandidates(values: ClaimValues): ReadStatement {
  return claimsOfCandidates(withLodging(values));
}

/** As `listCandidates` and `findClaimsOfCandidates`; the candidates are looked for once. */
export function listCandidatesWithClaims(values: ClaimValues): ReadStatement {
  return candidatesWithClaims(withLodging(values));
}

function withLodging(values: ClaimValues): Required<ClaimValues> {
  const { start, end, lodgingStart = start, lodgingEnd = end } = values;
  return { ...values, lodgingStart, lodgingEnd };
}

/** One row for all plans with rates, each of them a line: its id, its dates and amounts. Many tenants have no rates at all. */
export const findRatesOfCandidates = namedStatement<
  CandidateValues & MostFacts & { first: string; last: string }
>(
  'search_rates',
  `SELECT string_agg(n.id || ' ' || n.rates, E'\\n') AS lines, coalesce(sum(n.found), 0)::int AS found
   FROM (
     SELECT f.id, string_agg(to_char(f.date, 'YYYY-MM-DD') || ' ' || f.amount_minor_units, ',') AS rates, count(*) AS found
     FROM (
       SELECT p.id, n.date, n.amount_minor_units
       FROM (SELECT r.id ${CANDIDATES} ${IN_ORDER}) r
       JOIN rate_plans p ON ${PRICES_A_SEARCHED_PLAN}
       JOIN nightly_rates n ON n.tenant_id = $tenantId AND n.rate_plan_id = p.id AND n.date >= $first AND n.date < $last
       WHERE EXISTS (SELECT FROM nightly_rates WHERE tenant_id = $tenantId)
       LIMIT $mostFacts::int + 1) f
     GROUP BY f.id) n`,
);

/** The newest rate of each pair that has the currency, or one that a resource of the tenant is sold in. */
export const findRatesBetween = namedStatement<{
  tenantId: string;
  currency: string;
  notBefore: string;
  now: string;
}>(
  'search_fx_rates',
  `WITH sold AS (SELECT DISTINCT currency FROM resources WHERE tenant_id = $tenantId UNION SELECT $currency)
   SELECT DISTINCT ON (f.from_currency, f.to_currency) f.from_currency AS "fromCurrency", f.to_currency AS "toCurrency",
     f.rate::text AS rate, f.effective_at AS "effectiveAt", f.source
   FROM fx_rates f
   WHERE f.effective_at BETWEEN $notBefore AND $now
     AND (f.from_currency IN (SELECT currency FROM sold) OR f.to_currency IN (SELECT currency FROM sold))
   ORDER BY f.from_currency, f.to_currency, f.effective_at DESC`,
);
