import type { Statement } from '@lodging/kit-postgres';
import type { BulkChange, BulkWish, DateRange } from '../domain/set-bulk-rates.ts';
import { MAX_RESOURCES } from '../domain/set-bulk-rates.ts';
import type { Limits } from '../domain/restrict-plans.ts';

/** One order for all, so that two changes that share resources never wait for one another in a circle. */
const LOCK_LISTED = `
  SELECT 1 FROM resources WHERE tenant_id = $1 AND id = ANY ($2::uuid[]) ORDER BY id FOR NO KEY UPDATE`;
const LOCK_ALL = `
  SELECT 1 FROM resources WHERE tenant_id = $1 AND room_type_id = $2 ORDER BY id LIMIT $3 FOR NO KEY UPDATE`;

/** One more than there may be tells that there are too many. */
const MOST = MAX_RESOURCES + 1;

export function lockTargets(tenantId: string, { roomTypeId, resourceIds }: BulkWish): Statement {
  return resourceIds === undefined
    ? { name: 'bulk_lock_all', text: LOCK_ALL, values: [tenantId, roomTypeId, MOST] }
    : { name: 'bulk_lock_listed', text: LOCK_LISTED, values: [tenantId, resourceIds] };
}

const ROOM_TYPE = 'SELECT 1 FROM room_types WHERE tenant_id = $1 AND id = $2';

export function roomType(tenantId: string, { roomTypeId }: BulkWish): Statement {
  return { name: 'bulk_room_type', text: ROOM_TYPE, values: [tenantId, roomTypeId] };
}

const TARGETS = `
  SELECT r.id, r.room_type_id AS "roomTypeId", r.currency, p.id AS "ratePlanId"
  FROM resources r LEFT JOIN rate_plans p ON p.tenant_id = $1 AND p.resource_id = r.id AND p.code = $2
  WHERE r.tenant_id = $1 AND`;
const TARGETS_LISTED = `${TARGETS} r.id = ANY ($3::uuid[]) ORDER BY r.id`;
const TARGETS_ALL = `${TARGETS} r.room_type_id = $3 ORDER BY r.id LIMIT $4`;

export function findTargets(
  tenantId: string,
  { roomTypeId, resourceIds, ratePlanCode }: BulkWish,
): Statement {
  return resourceIds === undefined
    ? { name: 'bulk_targets_all', text: TARGETS_ALL, values: [tenantId, ratePlanCode, roomTypeId, MOST] }
    : { name: 'bulk_targets_listed', text: TARGETS_LISTED, values: [tenantId, ratePlanCode, resourceIds] };
}

const SET_RATES = `
  INSERT INTO nightly_rates (tenant_id, rate_plan_id, date, amount_minor_units)
  SELECT $1, plan, night, $4 FROM unnest($2::uuid[]) AS plan CROSS JOIN unnest($3::date[]) AS night
  ON CONFLICT (tenant_id, rate_plan_id, date) DO UPDATE SET amount_minor_units = excluded.amount_minor_units
  WHERE nightly_rates.amount_minor_units <> excluded.amount_minor_units`;

export function setRates(
  tenantId: string,
  targets: BulkChange['targets'],
  dates: readonly string[],
  amount: bigint,
): Statement {
  const plans = targets.map(({ ratePlanId }) => ratePlanId);
  return { name: 'bulk_set_rates', text: SET_RATES, values: [tenantId, plans, dates, String(amount)] };
}

/**
 * Cuts the dates out of whatever restricts the plans. What is left of a restriction keeps its place among the others,
 * and at either end that was not cut the moment with which it was put.
 */
const CLEAR_DATES = `
  WITH chosen AS (SELECT range_agg(daterange(f, t)) AS dates, min(f) AS first, max(t) AS last
    FROM unnest($4::date[], $5::date[]) AS ranges (f, t)),
  cut AS (
    DELETE FROM restrictions x USING chosen, unnest($2::uuid[], $3::uuid[]) AS target (resource, plan)
    WHERE x.tenant_id = $1 AND x.resource_id = target.resource AND x.rate_plan_id = target.plan
      AND x.from_date < chosen.last AND x.to_date > chosen.first AND daterange(x.from_date, x.to_date) && chosen.dates
    RETURNING x.*)
  INSERT INTO restrictions (tenant_id, id, resource_id, rate_plan_id, from_date, to_date, from_at, to_at, stop_sell,
    min_stay_nights, max_stay_nights, closed_to_arrival, closed_to_departure, position, created_at)
  SELECT cut.tenant_id, gen_random_uuid(), cut.resource_id, cut.rate_plan_id, lower(piece), upper(piece),
    CASE WHEN lower(piece) = cut.from_date THEN cut.from_at END, CASE WHEN upper(piece) = cut.to_date THEN cut.to_at END,
    cut.stop_sell, cut.min_stay_nights, cut.max_stay_nights, cut.closed_to_arrival, cut.closed_to_departure,
    cut.position, cut.created_at
  FROM cut CROSS JOIN chosen
    CROSS JOIN LATERAL unnest(datemultirange(daterange(cut.from_date, cut.to_date)) - chosen.dates) AS piece`;

export function clearDates(
  tenantId: string,
  targets: BulkChange['targets'],
  ranges: readonly DateRange[],
): Statement {
  const values = [tenantId, ...pairsOf(targets), ...columnsOf(ranges)];
  return { name: 'bulk_clear_dates', text: CLEAR_DATES, values };
}

const RESTRICT = `
  INSERT INTO restrictions (tenant_id, id, resource_id, rate_plan_id, from_date, to_date, stop_sell, min_stay_nights,
    max_stay_nights, closed_to_arrival, closed_to_departure)
  SELECT $1, gen_random_uuid(), resource, plan, f, t, $6, $7, $8, $9, $10
  FROM unnest($2::uuid[], $3::uuid[]) AS target (resource, plan)
    CROSS JOIN unnest($4::date[], $5::date[]) AS ranges (f, t)
  ORDER BY plan, f`;

export function restrict(
  tenantId: string,
  targets: BulkChange['targets'],
  ranges: readonly DateRange[],
  limits: Limits,
): Statement {
  const { stopSell, minStayNights, maxStayNights, closedToArrival, closedToDeparture } = limits;
  const values = [stopSell, minStayNights, maxStayNights, closedToArrival, closedToDeparture];
  return {
    name: 'bulk_restrict',
    text: RESTRICT,
    values: [tenantId, ...pairsOf(targets), ...columnsOf(ranges), ...values],
  };
}

const BUMP = `
  UPDATE resources SET config_version = config_version + 1 WHERE tenant_id = $1 AND id = ANY ($2::uuid[])`;

/** Within the locks, so that no copy of a configuration outlives the change. */
export function bump(tenantId: string, resources: readonly string[]): Statement {
  return { name: 'bulk_bump', text: BUMP, values: [tenantId, resources] };
}

function pairsOf(targets: BulkChange['targets']): [string[], string[]] {
  return [targets.map(({ resourceId }) => resourceId), targets.map(({ ratePlanId }) => ratePlanId)];
}

function columnsOf(ranges: readonly DateRange[]): [string[], string[]] {
  return [ranges.map(({ from }) => from), ranges.map(({ to }) => to)];
}
