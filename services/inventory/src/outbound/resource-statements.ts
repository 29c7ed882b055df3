import { namedStatement, selectList } from '@lodging/kit-postgres';
import type { RatePlan, ResourceConfig, Restriction } from '../domain/resource.ts';
import type { ResourceRecord } from '../ports/resources.ts';
import { jsonFields } from './column-sql.ts';
import type { VersionedConfig } from './config-cache.ts';
import { positionColumn } from './list-page.ts';
import type { PageValues } from './list-page.ts';
import { readPricing } from './pricing-json.ts';
import type { PricingJson } from './pricing-json.ts';
import { pricing, ratePlans, resources, restrictions, roomTypes } from './schema.ts';

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

export const findRecord = namedStatement<ResourceKey>(
  'resource_read',
  `${RECORD} WHERE r.tenant_id = $tenantId AND r.id = $resourceId`,
);

export const listRecords = namedStatement<PageValues & { tenantId: string; archived: boolean }>(
  'resources_list',
  `${RECORD} WHERE r.tenant_id = $tenantId AND (r.created_at, r.id) > ($afterCreatedAt::timestamptz, $afterId::uuid)
     AND (r.archived_at IS NOT NULL) = $archived
   ORDER BY r.created_at, r.id LIMIT $limit`,
);

const CONFIG = `
  SELECT r.id, r.kind, r.name, r.slug, r.photo_urls AS "photoUrls", r.features, r.capacity, r.currency, r.timezone, r.units, r.config_version,
     r.check_in_time AS "checkInTime", r.check_out_time AS "checkOutTime", r.archived_at IS NOT NULL AS "isArchived", r.cancellation_policy_code AS "cancellationPolicyCode", r.deposit,
     ${ROOM_TYPE} AS "roomType", ${plans(`, 'restrictions', ${RESTRICTIONS} ${PLAN_PRICING}`)} AS plans,
     ${pricingWhere('g.rate_plan_id IS NULL')} AS pricing
  FROM resources r`;

/** The configuration of a resource (`ResourceConfig`) with its version. */
export const findConfig = namedStatement<ResourceKey>(
  'stay_configuration',
  `${CONFIG} WHERE r.tenant_id = $tenantId AND r.id = $resourceId`,
);
export const findConfigs = namedStatement<{ tenantId: string; resourceIds: readonly string[] }>(
  'search_configurations',
  `${CONFIG} WHERE r.tenant_id = $tenantId AND r.id = ANY ($resourceIds::uuid[])`,
);

export interface ConfigRow extends Omit<ResourceConfig, 'plans' | 'pricing'> {
  readonly config_version: bigint;
  readonly plans: readonly (RatePlan & {
    readonly restrictions: readonly Restriction[];
    readonly pricing: PricingJson | null;
  })[];
  readonly pricing: PricingJson | null;
}

export function readConfig({ config_version: version, ...row }: ConfigRow): VersionedConfig {
  const plans = row.plans.map((plan) => ({ ...plan, pricing: readPricing(plan.pricing) }));
  return { version, config: { ...row, plans, pricing: readPricing(row.pricing) } };
}

/** The plans of a resource with their prices, and the prices of a generic one. */
export const findPricing = namedStatement<ResourceKey>(
  'pricing_read',
  `SELECT ${plans(PLAN_PRICING)} AS plans, ${pricingWhere('g.rate_plan_id IS NULL')} AS pricing
   FROM resources r WHERE r.tenant_id = $tenantId AND r.id = $resourceId`,
);

export interface RecordRow extends ResourceRecord {
  readonly created_at: string;
}

export function readRecord({ created_at: _createdAt, ...record }: RecordRow): ResourceRecord {
  return record;
}
