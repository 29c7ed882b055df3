import { asOwner } from './as-owner.ts';
import type { Villa } from './create-villa.ts';
import type { TestInventory } from './start-inventory.ts';

/** Resources like the villa, each with its texts at their maximum. */
const RESOURCES = `
  INSERT INTO inventory.resources
  SELECT copy.* FROM inventory.resources model, generate_series(1, $2::int) n,
    jsonb_populate_record(model, jsonb_build_object('id', gen_random_uuid(), 'slug', 'filled-' || n, 'config_version', 1,
      'created_at', model.created_at + n * interval '1 s')) copy
  WHERE model.id = $1`;

const TEXTS = `
  UPDATE inventory.resources SET description = repeat('€', 5000),
    features = (SELECT array_agg(rpad('feature_' || f, 40, 'x')) FROM generate_series(1, 100) f)
  WHERE id <> $1`;

/** Of the first ones: 100 KB each. */
const PHOTOS = `
  WITH photos AS MATERIALIZED (
    SELECT array_agg(rpad('https://photos.example/' || p || '/', 2000, 'x')) AS urls FROM generate_series(1, 50) p),
  chosen AS (SELECT id FROM inventory.resources WHERE id <> $1 ORDER BY created_at LIMIT $2::int)
  UPDATE inventory.resources r SET photo_urls = photos.urls FROM photos, chosen WHERE r.id = chosen.id RETURNING r.id`;

const PLANS = `
  INSERT INTO inventory.rate_plans
  SELECT copy.* FROM inventory.rate_plans model, unnest($2::uuid[]) resource, generate_series(1, 200) n,
    jsonb_populate_record(model, jsonb_build_object('id', gen_random_uuid(), 'resource_id', resource,
      'code', rpad('plan-' || n || '-', 64, 'x'), 'name', repeat('n', 200))) copy
  WHERE model.id = $1`;

/** 2,000 seasons and 20,000 tiers of each resource. */
const PRICES = `
  INSERT INTO inventory.pricing (tenant_id, resource_id, rate_plan_id, base_amount_minor_units, seasons, lead_time_tiers,
    length_of_stay_tiers)
  SELECT $2, p.resource_id, p.id, 10000,
    (SELECT jsonb_agg(jsonb_build_object('name', repeat('s', 100), 'from', date '2031-01-01' + s, 'to', date '2031-01-02' + s,
      'multiplierBps', 20000)) FROM generate_series(0, 9) s),
    (SELECT jsonb_agg(jsonb_build_object('minDaysAhead', 3000 + t, 'maxDaysAhead', 3000 + t, 'multiplierBps', 20000)) FROM generate_series(0, 49) t),
    (SELECT jsonb_agg(jsonb_build_object('minNights', 300 + t, 'multiplierBps', 20000)) FROM generate_series(0, 49) t)
  FROM inventory.rate_plans p WHERE p.resource_id = ANY ($1::uuid[])`;

/** 20,000 of each resource, which refuse nothing. */
const RESTRICTIONS = `
  INSERT INTO inventory.restrictions (tenant_id, id, resource_id, rate_plan_id, from_date, to_date, min_stay_nights, max_stay_nights,
    closed_to_arrival, closed_to_departure)
  SELECT $2, gen_random_uuid(), p.resource_id, p.id, current_date + n, current_date + n + 1, 1, 10000, false, false
  FROM inventory.rate_plans p, generate_series(0, 99) n WHERE p.resource_id = ANY ($1::uuid[])`;

const RATES = `
  INSERT INTO inventory.nightly_rates (tenant_id, rate_plan_id, date, amount_minor_units)
  SELECT $2, p.id, current_date + n, 10000
  FROM inventory.rate_plans p, generate_series(0, 365) n WHERE p.resource_id = ($1::uuid[])[1]`;

/** Of one unit and one hour each, one every minute and a bit: no two of them have the same instants. */
const CLAIMS = `
  INSERT INTO inventory.claims (tenant_id, claim_id, resource_id, kind, state, during, units, exclusive, confirmed_at)
  SELECT $1, gen_random_uuid(), $2, 'reservation', 'confirmed', tstzrange(at, at + interval '1 hour'), 1, false, now()
  FROM (SELECT date_trunc('day', now()) + interval '60 days' + n * interval '61.003 s' AS at
    FROM generate_series(0, $3::int - 1) n) n`;

/** Claims of a generic resource, from 60 days after today on. */
export async function fillWithClaims(
  inventory: TestInventory,
  { tenantId, resourceId }: { readonly tenantId: string; readonly resourceId: string },
  count: number,
): Promise<void> {
  await asOwner(inventory, tenantId, async (owner) => {
    await owner.query(CLAIMS, [tenantId, resourceId, count]);
    await owner.query('ANALYZE inventory.claims');
  });
}

/** `filled` of the resources have as many plans, prices and restrictions as they may; the first of them nightly rates, too. */
export async function fillToTheBounds(
  inventory: TestInventory,
  { tenantId, resourceId, ratePlanId }: Villa,
  { resources, filled }: { readonly resources: number; readonly filled: number },
): Promise<string[]> {
  return asOwner(inventory, tenantId, async (owner) => {
    await owner.query(RESOURCES, [resourceId, resources - 1]);
    await owner.query(TEXTS, [resourceId]);
    const { rows } = await owner.query<{ id: string }>(PHOTOS, [resourceId, 200]);
    const ids = rows.slice(0, filled).map(({ id }) => id);
    await owner.query(PLANS, [ratePlanId, ids]);
    await owner.query(PRICES, [ids, tenantId]);
    await owner.query(RESTRICTIONS, [ids, tenantId]);
    await owner.query(RATES, [ids, tenantId]);
    await owner.query('ANALYZE inventory.restrictions, inventory.rate_plans, inventory.pricing');
    return ids;
  });
}
