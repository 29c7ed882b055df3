import type { ReadStatement } from '@lodging/kit-postgres';
import type { Days } from '../domain/paint-days.ts';
import type { Taken } from '../domain/peak-units.ts';
import type { OwnRates } from '../domain/sell-days.ts';
import { isoDate } from '../domain/day-number.ts';
import type { Span } from '../domain/stay.ts';
import { boundsOf } from './stay-statements.ts';

/**
 * What is taken, in an order of its own, so that equal claims make equal texts: kind, units, and both ends in epoch
 * milliseconds. Leases are counted by the clock of this very moment.
 */
const LOOK = `
  SELECT r.config_version, coalesce((
    SELECT string_agg(left(c.kind, 1) || ' ' || c.units || ' ' || trunc(extract(epoch FROM c.starts_at) * 1000)
      || ' ' || trunc(extract(epoch FROM c.ends_at) * 1000), ',' ORDER BY c.starts_at, c.ends_at, c.kind, c.units)
    FROM claims c
    WHERE c.tenant_id = $1 AND c.resource_id = $2 AND c.ends_at > $3 AND c.ends_at <= $5 AND c.starts_at < $4
      AND (c.state = 'confirmed' OR c.expires_at > now())), '') AS taken
  FROM resources r WHERE r.tenant_id = $1 AND r.id = $2`;

export interface LookRow {
  readonly config_version: bigint;
  readonly taken: string;
}

export function look(tenantId: string, resourceId: string, span: Span): ReadStatement {
  return { name: 'calendar_look', text: LOOK, values: [tenantId, resourceId, ...boundsOf(span)] };
}

export function readTakenText(text: string): Taken[] {
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

const VERSION = 'SELECT config_version FROM resources WHERE tenant_id = $1 AND id = $2';

export function version(tenantId: string, resourceId: string): ReadStatement {
  return { name: 'calendar_version', text: VERSION, values: [tenantId, resourceId] };
}

/** Per plan one text of days since 1970-01-01 and amounts. */
const OWN_RATES = `
  SELECT p.id, (
    SELECT string_agg((n.date - date '1970-01-01') || ' ' || n.amount_minor_units, ',')
    FROM nightly_rates n
    WHERE n.tenant_id = $1 AND n.rate_plan_id = p.id AND n.date >= $3 AND n.date < $4) AS rates
  FROM rate_plans p WHERE p.tenant_id = $1 AND p.resource_id = $2`;

export interface OwnRatesRow {
  readonly id: string;
  readonly rates: string | null;
}

export function ownRates(tenantId: string, resourceId: string, { first, end }: Days): ReadStatement {
  const values = [tenantId, resourceId, isoDate(first), isoDate(end)];
  return { name: 'calendar_own_rates', text: OWN_RATES, values };
}

export function readOwnRates(rows: readonly OwnRatesRow[]): Map<string, OwnRates> {
  return new Map(rows.flatMap(({ id, rates }) => (rates === null ? [] : [[id, readRates(rates)]])));
}

function readRates(text: string): OwnRates {
  const rates = new Map<number, bigint>();
  for (const rate of text.split(',')) {
    const space = rate.indexOf(' ');
    rates.set(Number(rate.slice(0, space)), BigInt(rate.slice(space + 1)));
  }
  return rates;
}
