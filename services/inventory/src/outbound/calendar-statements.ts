import { namedStatement } from '@lodging/kit-postgres';
import type { NightlyRates } from '../domain/day-terms.ts';
import type { TakenUnits } from '../domain/peak-units.ts';
import type { ResourceKey } from './resource-statements.ts';
import { epochMilliseconds, IS_ACTIVE, OVERLAPS_SPAN } from './span-bounds.ts';
import type { SpanBounds } from './span-bounds.ts';

/**
 * The version of the configuration and all claims as one text in a fixed order, so that equal claims give equal texts: kind,
 * units and both ends in epoch milliseconds.
 */
export const findClaims = namedStatement<ResourceKey & SpanBounds>(
  'calendar_look',
  `SELECT r.config_version, coalesce((
     SELECT string_agg(concat_ws(' ', left(c.kind, 1), c.units, ${epochMilliseconds('c.starts_at')}, ${epochMilliseconds('c.ends_at')}), ',' ORDER BY c.starts_at, c.ends_at, c.kind, c.units)
     FROM claims c
     WHERE c.tenant_id = $tenantId AND c.resource_id = $resourceId AND ${OVERLAPS_SPAN} AND ${IS_ACTIVE}), '') AS taken
   FROM resources r WHERE r.tenant_id = $tenantId AND r.id = $resourceId`,
);

export interface ClaimsRow {
  readonly config_version: bigint;
  readonly taken: string;
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

/** For each plan one text of days since 1970-01-01 and amounts: parsing it is faster than reading a row per night. */
export const findNightlyRates = namedStatement<ResourceKey & { first: string; end: string }>(
  'calendar_own_rates',
  `SELECT p.id, (
     SELECT string_agg((n.date - date '1970-01-01') || ' ' || n.amount_minor_units, ',')
     FROM nightly_rates n
     WHERE n.tenant_id = $tenantId AND n.rate_plan_id = p.id AND n.date >= $first AND n.date < $end) AS rates
   FROM rate_plans p WHERE p.tenant_id = $tenantId AND p.resource_id = $resourceId`,
);

export interface NightlyRatesRow {
  readonly id: string;
  readonly rates: string | null;
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
