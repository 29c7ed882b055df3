import { namedStatement } from '@lodging/kit-postgres';
import type { NightlyRates } from '../../domain/stays/plan-by-day.ts';
import type { TakenUnits } from '../../domain/units/peak-units.ts';
import { MOST_CLAIMS as MOST_COMPUTED } from '../../domain/units/too-many-claims.ts';
import type { ResourceKey } from '../resources/resource-statements.ts';
import { epochMilliseconds, IS_ACTIVE, OVERLAPS_SPAN } from '../units/span-bounds.ts';
import type { SpanBounds } from '../units/span-bounds.ts';
import { takenLevels } from '../units/taken-levels.ts';

/** Of claims and of nightly rates that many requests may read at once. */
export const MOST_CLAIMS = 10_000;
export const MOST_RATES = 20_000;
/** More than any resource has. */
export const ALL_RATES = 1_000_000_000;

/**
 * The version of the configuration and all claims as one text in a fixed order, so that equal claims give equal texts: kind,
 * units and both ends in epoch milliseconds. Null where they are too many.
 */
export const findClaims = namedStatement<ResourceKey & SpanBounds>(
  'calendar_look',
  `SELECT r.config_version, (
     SELECT CASE WHEN count(*) <= ${MOST_CLAIMS} THEN coalesce(string_agg(concat_ws(' ', left(c.kind, 1), c.units, ${epochMilliseconds('c.starts_at')}, ${epochMilliseconds('c.ends_at')}), ',' ORDER BY c.starts_at, c.ends_at, c.kind, c.units), '') END
     FROM (
       SELECT c.kind, c.units, c.starts_at, c.ends_at FROM claims c
       WHERE c.tenant_id = $tenantId AND c.resource_id = $resourceId AND ${OVERLAPS_SPAN} AND ${IS_ACTIVE}
       LIMIT ${MOST_CLAIMS + 1}) c) AS taken
   FROM resources r WHERE r.tenant_id = $tenantId AND r.id = $resourceId`,
);

export interface ClaimsRow {
  readonly config_version: bigint;
  readonly taken: string | null;
}

/**
 * Of too many claims, the days that have no free unit at any of their moments: their places, from 1 on, and whether stays
 * and blocks take units on them. `days` has the begin of each, and the end of the last one.
 */
export const findFullDays = namedStatement<ResourceKey & SpanBounds & { days: readonly string[] }>(
  'calendar_full_days',
  `WITH ${takenLevels('changes and days')}, full_days AS (
     SELECT day, bool_or(stays > 0)::int AS stays, bool_or(blocks > 0)::int AS blocks FROM levels
     WHERE day >= 1 AND day < cardinality($days::timestamptz[]) GROUP BY day
     HAVING min(stays + blocks) >= (SELECT units FROM resources WHERE tenant_id = $tenantId AND id = $resourceId))
   SELECT r.config_version, (SELECT found > ${MOST_COMPUTED} FROM found) AS is_cut,
     (SELECT coalesce(string_agg(concat_ws(' ', day, stays, blocks), ',' ORDER BY day), '') FROM full_days) AS full_days
   FROM resources r WHERE r.tenant_id = $tenantId AND r.id = $resourceId`,
);

export interface FullDaysRow {
  readonly config_version: bigint;
  /** There are more than MOST_COMPUTED claims, and no days. */
  readonly is_cut: boolean;
  readonly full_days: string;
}

/** Units that are taken as `findFullDays` found it; how many there are above `units` decides nothing. */
export function readFullDays(text: string, bounds: readonly number[], units: number): TakenUnits[] {
  if (text === '') return [];
  return text.split(',').flatMap((line) => {
    const [place = 0, stays, blocks] = line.split(' ').map(Number);
    const day = { units, start: bounds[place - 1] ?? 0, end: bounds[place] ?? 0 };
    return [
      ...(stays === 1 ? [{ ...day, kind: 'reservation' as const }] : []),
      ...(blocks === 1 ? [{ ...day, kind: 'external_block' as const }] : []),
    ];
  });
}

export function readTakenText(text: string): TakenUnits[] {
  if (text === '') return [];
  return text.split(',').map((claim) => {
    const [kind, units, start, end] = claim.split(' ');
    return {
      kind: kind === 'r' ? 'reservation' : 'external_block',
      units: Number(units),
      start: Number(start),
      end: Number(end),
    };
  });
}

export const findVersion = namedStatement<ResourceKey>(
  'calendar_version',
  'SELECT config_version FROM resources WHERE tenant_id = $tenantId AND id = $resourceId',
);

/**
 * For each plan one text of days since 1970-01-01 and amounts: parsing it is faster than reading a row per night. No rates
 * are sent where all plans have more than `most` together.
 */
export const findNightlyRates = namedStatement<ResourceKey & { first: string; end: string; most: number }>(
  'calendar_own_rates',
  `SELECT p.id, CASE WHEN p.found <= $most::int THEN p.rates END AS rates, p.found > $most::int AS is_cut
   FROM (
     SELECT p.id, o.rates, sum(o.found) OVER () AS found
     FROM rate_plans p CROSS JOIN LATERAL (
       SELECT string_agg((n.date - date '1970-01-01') || ' ' || n.amount_minor_units, ',') AS rates, count(*) AS found
       FROM nightly_rates n
       WHERE n.tenant_id = $tenantId AND n.rate_plan_id = p.id AND n.date >= $first AND n.date < $end) o
     WHERE p.tenant_id = $tenantId AND p.resource_id = $resourceId) p`,
);

export interface NightlyRatesRow {
  readonly id: string;
  readonly rates: string | null;
  readonly is_cut: boolean;
}

export function areCut(rows: readonly NightlyRatesRow[]): boolean {
  return rows[0]?.is_cut === true;
}

export function readNightlyRates(rows: readonly NightlyRatesRow[]): Map<string, NightlyRates> {
  return new Map(rows.flatMap(({ id, rates }) => (rates === null ? [] : [[id, parseRates(rates)]])));
}

function parseRates(text: string): NightlyRates {
  const rates = new Map<number, bigint>();
  for (const rate of text.split(',')) {
    const space = rate.indexOf(' ');
    rates.set(Number(rate.slice(0, space)), BigInt(rate.slice(space + 1)));
  }
  return rates;
}
