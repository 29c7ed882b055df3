import type { KeysetValues } from '@lodging/kernel';
import { namedStatement, selectList, sizedPage } from '@lodging/kit-postgres';
import type { SizedRow } from '@lodging/kit-postgres';
import type { ResourceConfig, Restriction } from '../../domain/resources/resource.ts';
import type { ResourceRecord } from '../../ports/resources.ts';
import { jsonFields } from '../column-sql.ts';
import type { VersionedConfig } from './config-cache.ts';
import { CONFIG_WEIGHT } from './config-weight.ts';
import { positionColumn } from '../list-page.ts';
import { readPricing, readRatePlan } from '../rates/pricing-json.ts';
import type { PricingJson, RatePlanJson } from '../rates/pricing-json.ts';
import { pricing, ratePlans, resources, restrictions, roomTypes } from '../schema.ts';

const ROOM_TYPE = `(
  SELECT json_build_object(${jsonFields(roomTypes, 't', { except: ['tenantId', 'createdAt'] })})
  FROM room_types t WHERE t.tenant_id = r.tenant_id AND t.id = r.room_type_id)`;

const PLAN_FIELDS = jsonFields(ratePlans, 'p', {
  except: ['tenantId', 'resourceId', 'position', 'createdAt'],
});

/** `more` adds fields to each plan `p`. */
function plans(more = ''): string {
  return `coalesce((
    SELECT json_agg(json_build_object(${PLAN_FIELDS} ${more}) ORDER BY p.position)
    FROM rate_plans p WHERE p.tenant_id = r.tenant_id AND p.resource_id = r.id), '[]')`;
}

/** Amounts are text, because JSON.parse would read a JSON number as a float. */
const PRICING_FIELDS = jsonFields(pricing, 'g', {
  except: ['tenantId', 'resourceId', 'ratePlanId'],
  expressions: { baseAmountMinorUnits: 'g.base_amount_minor_units::text' },
});

function pricingWhere(condition: string): string {
  return `(
    SELECT json_build_object(${PRICING_FIELDS})
    FROM pricing g WHERE g.tenant_id = r.tenant_id AND g.resource_id = r.id AND ${condition})`;
}

const RESTRICTION_FIELDS = jsonFields(restrictions, 'x', {
  except: ['tenantId', 'id', 'resourceId', 'ratePlanId', 'fromAt', 'toAt', 'position', 'createdAt'],
});
const RESTRICTIONS = `coalesce((
  SELECT json_agg(json_build_object(${RESTRICTION_FIELDS}) ORDER BY x.position)
  FROM restrictions x WHERE x.tenant_id = r.tenant_id AND x.resource_id = r.id AND x.rate_plan_id = p.id), '[]')`;

const PLAN_PRICING = `, 'pricing', ${pricingWhere('g.rate_plan_id = p.id')}`;

const RECORD = `
  SELECT ${selectList(resources, { except: ['tenantId', 'roomTypeId', 'configVersion', 'createdAt'], alias: 'r' })},
    ${ROOM_TYPE} AS "roomType", ${plans()} AS "ratePlans", ${positionColumn('r')}
  FROM resources r`;

export interface ResourceKey {
  readonly tenantId: string;
  readonly resourceId: string;
}

export const countUnitsForSale = namedStatement<Pick<ResourceKey, 'tenantId'>>(
  'count_units_for_sale',
  `SELECT coalesce(sum(units), 0)::float8 AS units FROM resources WHERE tenant_id = $tenantId AND archived_at IS NULL`,
);

export const findRecord = namedStatement<ResourceKey>(
  'resource_read',
  `${RECORD} WHERE r.tenant_id = $tenantId AND r.id = $resourceId`,
);

export const listRecords = namedStatement<KeysetValues & { tenantId: string; archived: boolean }>(
  'resources_list',
  sizedPage(
    `${RECORD} WHERE r.tenant_id = $tenantId AND (r.created_at, r.id) > ($afterCreatedAt::timestamptz, $afterId::uuid)
       AND (r.archived_at IS NOT NULL) = $archived
     ORDER BY r.created_at, r.id LIMIT $limit`,
    'created_at, id',
  ),
);

/** No search shows descriptions. */
const NAMES = `coalesce((
  SELECT jsonb_object_agg(t.tag, t.texts - 'description') FROM jsonb_each(r.translations) t (tag, texts)), '{}')`;

const CONFIG = `
  SELECT r.id, r.kind, r.name, r.slug, r.photo_urls AS "photoUrls", r.features, r.capacity, r.currency, r.timezone, r.units, r.config_version,
     r.check_in_time AS "checkInTime", r.check_out_time AS "checkOutTime", r.archived_at IS NOT NULL AS "isArchived", r.cancellation_policy_code AS "cancellationPolicyCode", r.deposit,
     ${NAMES} AS translations, ${ROOM_TYPE} AS "roomType", ${plans(`, 'restrictions', ${RESTRICTIONS} ${PLAN_PRICING}`)} AS plans,
     ${pricingWhere('g.rate_plan_id IS NULL')} AS pricing
  FROM resources r`;

/** The configuration of a resource (`ResourceConfig`) with its version; no row where it is heavier than `most`. */
export const findConfig = namedStatement<ResourceKey & { most: number }>(
  'stay_configuration',
  `${CONFIG} WHERE r.tenant_id = $tenantId AND r.id = $resourceId AND ${CONFIG_WEIGHT} <= $most::int`,
);

/** The first of the resources, in the order of the list: as many as weigh no more than `most` together. */
export const findConfigs = namedStatement<{
  tenantId: string;
  resourceIds: readonly string[];
  most: number;
  /** The first one, whatever it weighs. */
  always: boolean;
}>(
  'search_configurations',
  `WITH weighed AS MATERIALIZED (
     SELECT r.id, o.place, sum(${CONFIG_WEIGHT}) OVER (ORDER BY o.place) AS total
     FROM unnest($resourceIds::uuid[]) WITH ORDINALITY o (id, place)
     JOIN resources r ON r.tenant_id = $tenantId AND r.id = o.id)
   ${CONFIG} JOIN weighed w ON w.id = r.id
   WHERE r.tenant_id = $tenantId AND (w.total <= $most::int OR (w.place = 1 AND $always::boolean))`,
);

export interface ConfigRow extends Omit<ResourceConfig, 'plans' | 'pricing'> {
  readonly config_version: bigint;
  readonly plans: readonly (RatePlanJson & {
    readonly restrictions: readonly Restriction[];
    readonly pricing: PricingJson | null;
  })[];
  readonly pricing: PricingJson | null;
}

export function readConfig({ config_version: version, ...row }: ConfigRow): VersionedConfig {
  const plans = row.plans.map((plan) => ({ ...readRatePlan(plan), pricing: readPricing(plan.pricing) }));
  return { version, config: { ...row, plans, pricing: readPricing(row.pricing) } };
}

/** The plans of a resource with their prices, and the prices of a generic one. */
export const findPricing = namedStatement<ResourceKey>(
  'pricing_read',
  `SELECT ${plans(PLAN_PRICING)} AS plans, ${pricingWhere('g.rate_plan_id IS NULL')} AS pricing
   FROM resources r WHERE r.tenant_id = $tenantId AND r.id = $resourceId`,
);

export const countSeasons = namedStatement<ResourceKey>(
  'pricing_count_seasons',
  `SELECT g.rate_plan_id AS "ratePlanId", coalesce(jsonb_array_length(g.seasons), 0) AS count
   FROM pricing g WHERE g.tenant_id = $tenantId AND g.resource_id = $resourceId`,
);

export interface RecordRow extends Omit<ResourceRecord, 'ratePlans'> {
  readonly created_at: string;
  readonly ratePlans: readonly RatePlanJson[];
}

export function readRecord({ created_at: _createdAt, ratePlans, ...record }: RecordRow): ResourceRecord {
  return { ...record, ratePlans: ratePlans.map(readRatePlan) };
}

export interface ListedRow extends RecordRow, SizedRow {
  readonly place: bigint;
  readonly bytes: bigint;
}

/** Without the columns of its page. */
export function readListed({
  found: _found,
  place: _place,
  bytes: _bytes,
  ...row
}: ListedRow): ResourceRecord {
  return readRecord(row);
}
