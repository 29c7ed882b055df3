import type pg from 'pg';
import { asOwner } from './as-owner.ts';
import type { TestInventory } from './start-inventory.ts';

interface Filled {
  readonly tenantId: string;
  readonly count: number;
}
interface FilledResource extends Filled {
  readonly resourceId: string;
}
interface FilledPlan extends FilledResource {
  readonly code: string;
}

/** More than a request may add at once, or more than the limits allow: by SQL, past the service and its cache. */
async function fill(
  inventory: TestInventory,
  { tenantId, resourceId = null }: { readonly tenantId: string; readonly resourceId?: string | null },
  sql: string,
  values: readonly unknown[],
): Promise<pg.QueryResult> {
  return asOwner(inventory, tenantId, async (owner) => {
    const result = await owner.query(sql, [...values]);
    await owner.query('UPDATE inventory.resources SET config_version = config_version + 1 WHERE id = $1', [
      resourceId,
    ]);
    return result;
  });
}

/** Returns their codes. */
export async function addPlans(inventory: TestInventory, filled: FilledResource): Promise<string[]> {
  const { rows } = await fill(
    inventory,
    filled,
    `INSERT INTO inventory.rate_plans (tenant_id, id, resource_id, code, name, is_refundable, min_stay_nights,
       closed_to_arrival, closed_to_departure, enabled)
     SELECT $1, gen_random_uuid(), $2, 'plan-' || n, 'Plan ' || n, true, 1, false, false, true
     FROM generate_series(1, $3::int) n RETURNING code`,
    [filled.tenantId, filled.resourceId, filled.count],
  );
  return rows.map(({ code }: { code: string }) => code);
}

const PLAN = `(SELECT id FROM inventory.rate_plans WHERE tenant_id = $1 AND resource_id = $2 AND code = $3)`;

export async function addSeasons(
  inventory: TestInventory,
  filled: FilledPlan & { readonly name?: string },
): Promise<void> {
  await fill(
    inventory,
    filled,
    `INSERT INTO inventory.pricing (tenant_id, resource_id, rate_plan_id, base_amount_minor_units, seasons)
     SELECT $1, $2, ${PLAN}, 10000, jsonb_agg(jsonb_build_object('name', $5::text, 'from', date '2027-01-01' + n,
       'to', date '2027-01-01' + n + 1, 'multiplierBps', 10000))
     FROM generate_series(0, $4::int - 1) n`,
    [filled.tenantId, filled.resourceId, filled.code, filled.count, filled.name ?? 's'],
  );
}

/** Of one night each, from 2027 on. */
export async function addRestrictions(inventory: TestInventory, filled: FilledPlan): Promise<void> {
  await fill(
    inventory,
    filled,
    `INSERT INTO inventory.restrictions (tenant_id, id, resource_id, rate_plan_id, from_date, to_date, min_stay_nights)
     SELECT $1, gen_random_uuid(), $2, ${PLAN}, date '2027-01-01' + n, date '2027-01-01' + n + 1, 2
     FROM generate_series(0, $4::int - 1) n`,
    [filled.tenantId, filled.resourceId, filled.code, filled.count],
  );
}

export async function addResources(inventory: TestInventory, { tenantId, count }: Filled): Promise<void> {
  await fill(
    inventory,
    { tenantId },
    `INSERT INTO inventory.resources (tenant_id, id, kind, name, slug, capacity, currency, timezone, units, photo_urls)
     SELECT $1, gen_random_uuid(), 'generic', 'Court ' || n, 'court-' || n, 4, 'EUR', 'UTC', 1, '{}'
     FROM generate_series(1, $2::int) n`,
    [tenantId, count],
  );
}

export async function addRoomTypes(inventory: TestInventory, { tenantId, count }: Filled): Promise<void> {
  await fill(
    inventory,
    { tenantId },
    `INSERT INTO inventory.room_types (tenant_id, id, code, name, max_occupancy, max_adults, max_children)
     SELECT $1, gen_random_uuid(), 'type-' || n, 'Type ' || n, 2, 2, 0 FROM generate_series(1, $2::int) n`,
    [tenantId, count],
  );
}

/** Confirmed, of half an hour each, one after the other from 2027 on. */
export async function addStays(
  inventory: TestInventory,
  { tenantId, resourceId, count, from = '2027-01-01T00:00:00Z' }: FilledResource & { readonly from?: string },
): Promise<void> {
  await fill(
    inventory,
    { tenantId },
    `INSERT INTO inventory.claims (tenant_id, claim_id, resource_id, kind, state, during, units, exclusive, confirmed_at)
     SELECT $1, gen_random_uuid(), $2, 'reservation', 'confirmed',
       tstzrange($4::timestamptz + n * interval '30 min', $4::timestamptz + (n + 1) * interval '30 min'), 1, true, now()
     FROM generate_series(0, $3::int - 1) n`,
    [tenantId, resourceId, count, from],
  );
}
