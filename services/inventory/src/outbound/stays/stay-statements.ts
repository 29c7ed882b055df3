import { namedStatement } from '@lodging/kit-postgres';
import type { ClaimKind, TakenUnits } from '../../domain/units/peak-units.ts';
import { MOST_CLAIMS } from '../../domain/units/too-many-claims.ts';
import { CATALOG_VERSION } from '../rules/catalog-statements.ts';
import type { ResourceKey } from '../resources/resource-statements.ts';
import { IS_ACTIVE, OVERLAPS_SPAN } from '../units/span-bounds.ts';
import type { SpanBounds } from '../units/span-bounds.ts';
import { takenLevels } from '../units/taken-levels.ts';

/** Of claims that many requests may read at once: a row takes about 500 bytes. */
const MAX_ROWS = 2_000;

/** The claim of a booking that is changed has its units. */
const IS_OTHER = 'c.claim_id <> $exceptClaim';

interface ExceptClaim {
  readonly exceptClaim: string;
}

function occupancy<Values extends object = object>(name: string, versions: string, condition = 'true') {
  return namedStatement<ResourceKey & SpanBounds & Values>(
    name,
    `SELECT ${versions}, c.kind, c.units, c.starts_at, c.ends_at
     FROM resources r LEFT JOIN claims c
       ON c.tenant_id = $tenantId AND c.resource_id = $resourceId AND ${OVERLAPS_SPAN} AND ${IS_ACTIVE}
         AND ${condition}
     WHERE r.tenant_id = $tenantId AND r.id = $resourceId LIMIT ${MAX_ROWS + 1}`,
  );
}

/**
 * The version of the configuration with each claim of the span: a row for each claim, or one without. Above MAX_ROWS they
 * are incomplete, see `isIncomplete`.
 */
export const findOccupancy = occupancy('stay_occupancy', 'r.config_version');

/** The same with the version of the rules of the tenant. */
export const findPricedOccupancy = occupancy(
  'stay_priced_occupancy',
  `r.config_version, ${CATALOG_VERSION} AS catalog_version`,
);
export const findOtherPricedOccupancy = occupancy<ExceptClaim>(
  'stay_other_priced_occupancy',
  `r.config_version, ${CATALOG_VERSION} AS catalog_version`,
  IS_OTHER,
);

/**
 * Of claims that are too many, the most units that are taken at a moment of the span: by stays alone, by blocks alone, and
 * by both. A row for each of these kinds, over a part of the span of its own; how many of both are stays decides nothing.
 * `is_cut`: there are more than MOST_CLAIMS, and no peaks.
 */
function peaks<Values extends object = object>(name: string, versions: string, condition = 'true') {
  return namedStatement<ResourceKey & SpanBounds & Values>(
    name,
    `WITH ${takenLevels('changes', condition)}, peaks AS (
       SELECT stays > 0 AS has_stays, blocks > 0 AS has_blocks, max(stays + blocks)::int AS units, min(at) AS at
       FROM levels WHERE at < $end AND stays + blocks > 0 GROUP BY 1, 2),
     parts AS (SELECT *, lead(at, 1, $end) OVER (ORDER BY at) AS until FROM peaks)
     SELECT ${versions}, (SELECT found > ${MOST_CLAIMS} FROM found) AS is_cut, p.kind, p.units, p.at AS starts_at,
       p.until AS ends_at
     FROM resources r LEFT JOIN (
       SELECT 'reservation' AS kind, CASE WHEN has_blocks THEN units - 1 ELSE units END AS units, at, until
       FROM parts WHERE has_stays
       UNION ALL
       SELECT 'external_block', CASE WHEN has_stays THEN 1 ELSE units END, at, until FROM parts WHERE has_blocks
     ) p ON true
     WHERE r.tenant_id = $tenantId AND r.id = $resourceId`,
  );
}

export const findPeaks = peaks('stay_peaks', 'r.config_version');
export const findPricedPeaks = peaks(
  'stay_priced_peaks',
  `r.config_version, ${CATALOG_VERSION} AS catalog_version`,
);
export const findOtherPricedPeaks = peaks<ExceptClaim>(
  'stay_other_priced_peaks',
  `r.config_version, ${CATALOG_VERSION} AS catalog_version`,
  IS_OTHER,
);

export interface OccupancyRow {
  readonly config_version: bigint;
  /** Of peaks alone. */
  readonly is_cut?: boolean;
  readonly kind: ClaimKind | null;
  readonly units: number;
  readonly starts_at: Temporal.Instant;
  readonly ends_at: Temporal.Instant;
}

export interface PricedOccupancyRow extends OccupancyRow {
  readonly catalog_version: bigint;
}

export function isIncomplete(rows: readonly OccupancyRow[]): boolean {
  return rows.length > MAX_ROWS;
}

export function readTaken(rows: readonly OccupancyRow[]): TakenUnits[] {
  return rows.flatMap(({ kind, units, starts_at: start, ends_at: end }) =>
    kind === null ? [] : [{ kind, units, start: start.epochMilliseconds, end: end.epochMilliseconds }],
  );
}

export interface NightlyRateValues {
  readonly tenantId: string;
  readonly ratePlanId: string;
  readonly first: string;
  readonly end: string;
}

export const findNightlyRates = namedStatement<NightlyRateValues>(
  'stay_nightly_rates',
  `SELECT rate_plan_id, date, amount_minor_units FROM nightly_rates
   WHERE tenant_id = $tenantId AND rate_plan_id = $ratePlanId AND date >= $first AND date < $end`,
);

/** Of a derived plan and its parent. */
export const findRatesOfBoth = namedStatement<NightlyRateValues & { parentId: string }>(
  'stay_rates_of_both',
  `SELECT rate_plan_id, date, amount_minor_units FROM nightly_rates
   WHERE tenant_id = $tenantId AND rate_plan_id IN ($ratePlanId, $parentId) AND date >= $first AND date < $end`,
);

/** The same where it is not known yet whether the plan has a parent. */
export const findRatesWithParent = namedStatement<NightlyRateValues>(
  'stay_rates_with_parent',
  `SELECT rate_plan_id, date, amount_minor_units FROM nightly_rates
   WHERE tenant_id = $tenantId AND date >= $first AND date < $end
     AND rate_plan_id IN ($ratePlanId, (
       SELECT q.id FROM rate_plans p JOIN rate_plans q
         ON q.tenant_id = p.tenant_id AND q.resource_id = p.resource_id AND q.code = p.derived_from->>'ratePlanCode'
       WHERE p.tenant_id = $tenantId AND p.id = $ratePlanId))`,
);

export interface NightlyRateRow {
  readonly rate_plan_id: string;
  readonly date: string;
  readonly amount_minor_units: bigint;
}

/** The newest rate of each pair that has one of the two currencies (`PublishedRate`); the domain chooses among them. */
export const findRecentFxRates = namedStatement<
  ResourceKey & { currency: string; notBefore: string; now: string }
>(
  'stay_recent_rates',
  `SELECT DISTINCT ON (f.from_currency, f.to_currency) f.from_currency AS "fromCurrency", f.to_currency AS "toCurrency",
     f.rate::text AS rate, f.effective_at AS "effectiveAt", f.source
   FROM resources r CROSS JOIN LATERAL (
     SELECT * FROM fx_rates WHERE from_currency IN (r.currency, $currency) AND effective_at BETWEEN $notBefore AND $now
     UNION
     SELECT * FROM fx_rates WHERE to_currency IN (r.currency, $currency) AND effective_at BETWEEN $notBefore AND $now) f
   WHERE r.tenant_id = $tenantId AND r.id = $resourceId AND r.currency <> $currency
   ORDER BY f.from_currency, f.to_currency, f.effective_at DESC`,
);
