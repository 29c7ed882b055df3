import type { ResourceConfig } from '../../domain/resources/resource.ts';

// The weight of a configuration is about its bytes in memory, in hundreds.
const PLAN = 4;
const SEASON = 2;
const CHARACTERS = 100;

const known = new WeakMap<ResourceConfig, number>();

export function weightOf(config: ResourceConfig): number {
  return known.get(config) ?? weigh(config);
}

function weigh(config: ResourceConfig): number {
  const { plans, pricing, photoUrls, translations } = config;
  let weight = 1 + Math.floor(photoUrls.reduce((sum, url) => sum + url.length, 0) / CHARACTERS);
  for (const one of [translations, ...plans.map((plan) => plan.translations)])
    weight += Math.floor(JSON.stringify(one ?? {}).length / CHARACTERS);
  for (const one of [pricing, ...plans.map((plan) => plan.pricing)]) {
    if (one === undefined) continue;
    weight += SEASON * (one.seasons?.length ?? 0);
    weight += (one.leadTimeTiers?.length ?? 0) + (one.lengthOfStayTiers?.length ?? 0);
    weight += one.occupancy?.children.length ?? 0;
  }
  for (const { restrictions } of plans) weight += PLAN + restrictions.length;
  known.set(config, weight);
  return weight;
}

/** The same of a resource `r`, before its configuration is read. */
export const CONFIG_WEIGHT = `(1 + length(array_to_string(r.photo_urls, '')) / ${CHARACTERS}
    + pg_column_size(r.translations) / ${CHARACTERS}
    + (SELECT coalesce(sum(${PLAN} + pg_column_size(p.translations) / ${CHARACTERS}), 0) FROM rate_plans p WHERE p.tenant_id = r.tenant_id AND p.resource_id = r.id)
    + (SELECT count(*) FROM restrictions x WHERE x.tenant_id = r.tenant_id AND x.resource_id = r.id)
    + (SELECT coalesce(sum(${SEASON} * coalesce(jsonb_array_length(g.seasons), 0)
         + coalesce(jsonb_array_length(g.lead_time_tiers), 0) + coalesce(jsonb_array_length(g.length_of_stay_tiers), 0)
         + coalesce(jsonb_array_length(g.occupancy->'children'), 0)), 0)
       FROM pricing g WHERE g.tenant_id = r.tenant_id AND g.resource_id = r.id))::int`;
