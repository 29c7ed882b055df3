import { namedStatement } from '@lodging/kit-postgres';
import type { Statement } from '@lodging/kit-postgres';
import { MAX_RESOURCES } from '../domain/bulk-rates.ts';
import type { BulkRateChange, BulkRateRequest } from '../domain/bulk-rates.ts';
import type { DateRange } from '../domain/range-by-day.ts';
import type { RestrictionTerms } from '../domain/restrictions.ts';
import { copyLists } from './column-sql.ts';
import { restrictions } from './schema.ts';

type Targets = BulkRateChange['targets'];

interface ListedTargets {
  readonly tenantId: string;
  readonly resourceIds: readonly string[];
}
interface AllTargets {
  readonly tenantId: string;
  readonly roomTypeId: string;
  readonly limit: number;
}

/** Rows are locked in one order by all transactions, so that two changes with common resources cannot deadlock. */
const lockListed = namedStatement<ListedTargets>(
  'bulk_lock_listed',
  `SELECT 1 FROM resources WHERE tenant_id = $tenantId AND id = ANY ($resourceIds::uuid[])
   ORDER BY id FOR NO KEY UPDATE`,
);
const lockAll = namedStatement<AllTargets>(
  'bulk_lock_all',
  `SELECT 1 FROM resources WHERE tenant_id = $tenantId AND room_type_id = $roomTypeId
   ORDER BY id LIMIT $limit FOR NO KEY UPDATE`,
);

/** The additional one shows that the room type has too many resources. */
const LIMIT = MAX_RESOURCES + 1;

export function lockTargets(tenantId: string, { roomTypeId, resourceIds }: BulkRateRequest): Statement {
  return resourceIds === undefined
    ? lockAll({ tenantId, roomTypeId, limit: LIMIT })
    : lockListed({ tenantId, resourceIds });
}

export const findRoomType = namedStatement<{ tenantId: string; roomTypeId: string }>(
  'bulk_room_type',
  'SELECT 1 FROM room_types WHERE tenant_id = $tenantId AND id = $roomTypeId',
);

const TARGETS = `
  SELECT r.id, r.room_type_id AS "roomTypeId", r.currency, p.id AS "ratePlanId"
  FROM resources r LEFT JOIN rate_plans p
    ON p.tenant_id = $tenantId AND p.resource_id = r.id AND p.code = $ratePlanCode
  WHERE r.tenant_id = $tenantId AND`;
const findListed = namedStatement<ListedTargets & { ratePlanCode: string }>(
  'bulk_targets_listed',
  `${TARGETS} r.id = ANY ($resourceIds::uuid[]) ORDER BY r.id`,
);
const findAll = namedStatement<AllTargets & { ratePlanCode: string }>(
  'bulk_targets_all',
  `${TARGETS} r.room_type_id = $roomTypeId ORDER BY r.id LIMIT $limit`,
);

export function findTargets(
  tenantId: string,
  { roomTypeId, resourceIds, ratePlanCode }: BulkRateRequest,
): Statement {
  return resourceIds === undefined
    ? findAll({ tenantId, ratePlanCode, roomTypeId, limit: LIMIT })
    : findListed({ tenantId, ratePlanCode, resourceIds });
}

const setRatesStatement = namedStatement<{
  tenantId: string;
  planIds: readonly string[];
  dates: readonly string[];
  amount: string;
}>(
  'bulk_set_rates',
  `INSERT INTO nightly_rates (tenant_id, rate_plan_id, date, amount_minor_units)
   SELECT $tenantId, plan, night, $amount
   FROM unnest($planIds::uuid[]) AS plan CROSS JOIN unnest($dates::date[]) AS night
   ON CONFLICT (tenant_id, rate_plan_id, date) DO UPDATE SET amount_minor_units = excluded.amount_minor_units
   WHERE nightly_rates.amount_minor_units <> excluded.amount_minor_units`,
);

export function setRates(
  tenantId: string,
  targets: Targets,
  dates: readonly string[],
  amount: bigint,
): Statement {
  const planIds = targets.map(({ ratePlanId }) => ratePlanId);
  return setRatesStatement({ tenantId, planIds, dates, amount: String(amount) });
}

interface TargetArrays {
  readonly tenantId: string;
  readonly resourceIds: readonly string[];
  readonly planIds: readonly string[];
  readonly from: readonly string[];
  readonly to: readonly string[];
}

function targetArrays(tenantId: string, targets: Targets, ranges: readonly DateRange[]): TargetArrays {
  return {
    tenantId,
    resourceIds: targets.map(({ resourceId }) => resourceId),
    planIds: targets.map(({ ratePlanId }) => ratePlanId),
    from: ranges.map(({ from }) => from),
    to: ranges.map(({ to }) => to),
  };
}

const TARGET_ROWS = 'unnest($resourceIds::uuid[], $planIds::uuid[]) AS target (resource, plan)';
const RANGE_ROWS = 'unnest($from::date[], $to::date[]) AS ranges (f, t)';

/** A piece keeps the position of its restriction, and at an end that was not cut the instant of the request. */
const pieces = copyLists(restrictions, 'cut', {
  expressions: {
    id: 'gen_random_uuid()',
    from: 'lower(piece)',
    to: 'upper(piece)',
    fromAt: 'CASE WHEN lower(piece) = cut.from_date THEN cut.from_at END',
    toAt: 'CASE WHEN upper(piece) = cut.to_date THEN cut.to_at END',
  },
});

/** Cuts the dates out of the restrictions of the plans. */
const clearDatesStatement = namedStatement<TargetArrays>(
  'bulk_clear_dates',
  `WITH chosen AS (
     SELECT range_agg(daterange(f, t)) AS dates, min(f) AS first, max(t) AS last FROM ${RANGE_ROWS}),
   cut AS (
     DELETE FROM restrictions x USING chosen, ${TARGET_ROWS}
     WHERE x.tenant_id = $tenantId AND x.resource_id = target.resource AND x.rate_plan_id = target.plan
       AND x.from_date < chosen.last AND x.to_date > chosen.first AND daterange(x.from_date, x.to_date) && chosen.dates
     RETURNING x.*)
   INSERT INTO restrictions (${pieces.columns})
   SELECT ${pieces.values}
   FROM cut CROSS JOIN chosen
     CROSS JOIN LATERAL unnest(datemultirange(daterange(cut.from_date, cut.to_date)) - chosen.dates) AS piece`,
);

export function clearDates(tenantId: string, targets: Targets, ranges: readonly DateRange[]): Statement {
  return clearDatesStatement(targetArrays(tenantId, targets, ranges));
}

const restrictStatement = namedStatement<TargetArrays & RestrictionTerms>(
  'bulk_restrict',
  `INSERT INTO restrictions (tenant_id, id, resource_id, rate_plan_id, from_date, to_date, stop_sell, min_stay_nights,
     max_stay_nights, closed_to_arrival, closed_to_departure)
   SELECT $tenantId, gen_random_uuid(), resource, plan, f, t, $stopSell, $minStayNights, $maxStayNights,
     $closedToArrival, $closedToDeparture
   FROM ${TARGET_ROWS} CROSS JOIN ${RANGE_ROWS}
   ORDER BY plan, f`,
);

export function restrict(
  tenantId: string,
  targets: Targets,
  ranges: readonly DateRange[],
  terms: RestrictionTerms,
): Statement {
  return restrictStatement({ ...targetArrays(tenantId, targets, ranges), ...terms });
}

/** In the transaction of the change, so that cached configurations become invalid with it. */
export const incrementVersions = namedStatement<ListedTargets>(
  'bulk_bump',
  `UPDATE resources SET config_version = config_version + 1
   WHERE tenant_id = $tenantId AND id = ANY ($resourceIds::uuid[])`,
);
