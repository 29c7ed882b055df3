import { namedStatement, selectList } from '@lodging/kit-postgres';
import type { RestrictionValues } from '../../domain/rates/restrictions.ts';
import { copyLists, rowsFromArrays } from '../column-sql.ts';
import { restrictions } from '../schema.ts';

interface TargetParameters {
  readonly tenantId: string;
  readonly roomTypeId: string;
  readonly ratePlanCode: string;
  readonly resourceIds: readonly string[];
  readonly limit: number;
}

/** Rows are locked in one order by all transactions, so that two changes with common resources cannot deadlock. */
const LOCK = 'SELECT 1 FROM resources WHERE tenant_id = $tenantId AND';
const FIND = `
  SELECT r.id, r.room_type_id AS "roomTypeId", r.currency, p.id AS "ratePlanId"
  FROM resources r LEFT JOIN rate_plans p
    ON p.tenant_id = $tenantId AND p.resource_id = r.id AND p.code = $ratePlanCode
  WHERE r.tenant_id = $tenantId AND`;

/** For a list of resources. */
export const listedTargets = {
  lock: namedStatement<TargetParameters>(
    'bulk_lock_listed',
    `${LOCK} id = ANY ($resourceIds::uuid[]) ORDER BY id FOR NO KEY UPDATE`,
  ),
  find: namedStatement<TargetParameters>(
    'bulk_targets_listed',
    `${FIND} r.id = ANY ($resourceIds::uuid[]) ORDER BY r.id`,
  ),
};

/** For every resource of the room type. */
export const allTargets: typeof listedTargets = {
  lock: namedStatement(
    'bulk_lock_all',
    `${LOCK} room_type_id = $roomTypeId ORDER BY id LIMIT $limit FOR NO KEY UPDATE`,
  ),
  find: namedStatement('bulk_targets_all', `${FIND} r.room_type_id = $roomTypeId ORDER BY r.id LIMIT $limit`),
};

export const findRoomType = namedStatement<TargetParameters>(
  'bulk_room_type',
  'SELECT 1 FROM room_types WHERE tenant_id = $tenantId AND id = $roomTypeId',
);

export interface ChangeParameters {
  readonly tenantId: string;
  /** Two arrays of one length: a plan of each resource. */
  readonly resourceIds: readonly string[];
  readonly planIds: readonly string[];
  readonly dates: readonly string[];
  /** Two arrays of one length: the same dates as ranges. */
  readonly from: readonly string[];
  readonly to: readonly string[];
}

export const setRates = namedStatement<ChangeParameters & { amount: string }>(
  'bulk_set_rates',
  `INSERT INTO nightly_rates (tenant_id, rate_plan_id, date, amount_minor_units)
   SELECT $tenantId, plan, night, $amount
   FROM unnest($planIds::uuid[]) AS plan CROSS JOIN unnest($dates::date[]) AS night
   ON CONFLICT (tenant_id, rate_plan_id, date) DO UPDATE SET amount_minor_units = excluded.amount_minor_units
   WHERE nightly_rates.amount_minor_units <> excluded.amount_minor_units`,
);

export const clearRates = namedStatement<ChangeParameters>(
  'bulk_clear_rates',
  `DELETE FROM nightly_rates
   WHERE tenant_id = $tenantId AND rate_plan_id = ANY ($planIds::uuid[]) AND date = ANY ($dates::date[])`,
);

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

/** Cuts the dates out of the restrictions of the plans. Returns how many more restrictions each resource has then. */
export const clearDates = namedStatement<ChangeParameters>(
  'bulk_clear_dates',
  `WITH chosen AS (
     SELECT range_agg(daterange(f, t)) AS dates, min(f) AS first, max(t) AS last FROM ${RANGE_ROWS}),
   cut AS (
     DELETE FROM restrictions x USING chosen, ${TARGET_ROWS}
     WHERE x.tenant_id = $tenantId AND x.resource_id = target.resource AND x.rate_plan_id = target.plan
       AND x.from_date < chosen.last AND x.to_date > chosen.first AND daterange(x.from_date, x.to_date) && chosen.dates
     RETURNING x.*),
   rest AS (
     INSERT INTO restrictions (${pieces.columns})
     SELECT ${pieces.values}
     FROM cut CROSS JOIN chosen
       CROSS JOIN LATERAL unnest(datemultirange(daterange(cut.from_date, cut.to_date)) - chosen.dates) AS piece
     RETURNING resource_id)
   SELECT resource_id AS "resourceId", sum(change)::int AS growth
   FROM (SELECT resource_id, 1 AS change FROM rest UNION ALL SELECT resource_id, -1 FROM cut) changes
   GROUP BY resource_id`,
);

/** Of the plans, around the dates, in order of precedence. */
export const findOnDates = namedStatement<ChangeParameters>(
  'bulk_restrictions_on_dates',
  `SELECT ${selectList(restrictions, { except: ['tenantId', 'id', 'fromAt', 'toAt', 'position', 'createdAt'], alias: 'x' })}
   FROM ${TARGET_ROWS}
     CROSS JOIN (SELECT min(f) AS first, max(t) AS last FROM ${RANGE_ROWS}) chosen
     JOIN restrictions x ON x.tenant_id = $tenantId AND x.resource_id = target.resource AND x.rate_plan_id = target.plan
       AND x.from_date < chosen.last AND x.to_date > chosen.first
   ORDER BY x.position, x.from_date`,
);

export const MERGED_COLUMNS = [
  'resourceId',
  'ratePlanId',
  'from',
  'to',
  'stopSell',
  'minStayNights',
  'maxStayNights',
  'closedToArrival',
  'closedToDeparture',
] as const;
const merged = copyLists(restrictions, 'new', { only: MERGED_COLUMNS });

export const insertMerged = namedStatement<
  { readonly tenantId: string } & { readonly [Key in (typeof MERGED_COLUMNS)[number]]: readonly unknown[] }
>(
  'bulk_insert_merged',
  `INSERT INTO restrictions (tenant_id, id, ${merged.columns})
   SELECT $tenantId, gen_random_uuid(), ${merged.values}
   FROM ${rowsFromArrays(restrictions, MERGED_COLUMNS)} ORDER BY new.ordinality`,
);

/** The first resource that has more restrictions than it may have. */
export const findAbove = namedStatement<{ tenantId: string; resourceIds: readonly string[]; most: number }>(
  'bulk_find_above',
  `SELECT resource_id AS "resourceId" FROM restrictions
   WHERE tenant_id = $tenantId AND resource_id = ANY ($resourceIds::uuid[])
   GROUP BY resource_id HAVING count(*) > $most ORDER BY resource_id LIMIT 1`,
);

export const restrict = namedStatement<ChangeParameters & RestrictionValues>(
  'bulk_restrict',
  `INSERT INTO restrictions (tenant_id, id, resource_id, rate_plan_id, from_date, to_date, stop_sell, min_stay_nights,
     max_stay_nights, closed_to_arrival, closed_to_departure)
   SELECT $tenantId, gen_random_uuid(), resource, plan, f, t, $stopSell, $minStayNights, $maxStayNights,
     $closedToArrival, $closedToDeparture
   FROM ${TARGET_ROWS} CROSS JOIN ${RANGE_ROWS}
   ORDER BY plan, f`,
);

/** In the transaction of the change, so that cached configurations become invalid with it. */
export const incrementVersions = namedStatement<{ tenantId: string; resourceIds: readonly string[] }>(
  'bulk_bump',
  `UPDATE resources SET config_version = config_version + 1
   WHERE tenant_id = $tenantId AND id = ANY ($resourceIds::uuid[])`,
);
