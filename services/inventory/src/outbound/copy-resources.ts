import { namedStatement } from '@lodging/kit-postgres';
import type { Tx } from '@lodging/kit-postgres';
import { and, eq, gt, inArray, isNotNull, isNull } from 'drizzle-orm';
import type { PgInsertValue, PgTable } from 'drizzle-orm/pg-core';
import type { CopiedIds } from '../domain/copied-ids.ts';
import type { CopiedCounts } from '../ports/sandbox.ts';
import { pricing, ratePlans, resources, restrictions, roomTypes } from './schema.ts';

/** Both sides of a copy: the live one is only read. */
export interface SandboxTransfer {
  readonly live: Tx;
  readonly liveId: string;
  readonly sandbox: Tx;
  readonly sandboxId: string;
  readonly ids: CopiedIds;
}

/** Far below the timeout and the number of parameters of a statement, with all nights of a year for each plan. */
const RESOURCES_AT_ONCE = 50;
const PLANS_AT_ONCE = 50;
const ROWS_AT_ONCE = 500;
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';

/** Rows keep the time and the position at which the original was made: lists have the same order. */
export async function copyRoomTypes({
  live,
  liveId,
  sandbox,
  sandboxId,
  ids,
}: SandboxTransfer): Promise<number> {
  let count = 0;
  for (let after = BEFORE_ALL; ;) {
    const page = await live.orm
      .select()
      .from(roomTypes)
      .where(and(eq(roomTypes.tenantId, liveId), gt(roomTypes.id, after)))
      .orderBy(roomTypes.id)
      .limit(ROWS_AT_ONCE);
    const last = page.at(-1);
    if (last === undefined) return count;
    const copies = page.map((row) => ({ ...row, tenantId: sandboxId, id: ids.assign(row.id) }));
    await sandbox.orm.insert(roomTypes).values(copies);
    count += page.length;
    after = last.id;
  }
}

type ResourceCounts = Omit<CopiedCounts, 'roomTypes' | 'cancellationPolicies' | 'taxRules'>;

/** With their plans, prices and restrictions; after the room types, whose ids they name. */
export async function copyResources(transfer: SandboxTransfer): Promise<ResourceCounts> {
  const { live, liveId } = transfer;
  const counts = { resources: 0, ratePlans: 0, pricing: 0, nightlyRates: 0, restrictions: 0 };
  for (let after = BEFORE_ALL; ;) {
    const page = await live.orm
      .select()
      .from(resources)
      .where(and(eq(resources.tenantId, liveId), gt(resources.id, after)))
      .orderBy(resources.id)
      .limit(RESOURCES_AT_ONCE);
    const last = page.at(-1);
    if (last === undefined) return counts;
    await insertResources(transfer, page);
    const resourceIds = page.map(({ id }) => id);
    const planIds = await copyPlans(transfer, resourceIds);
    counts.resources += page.length;
    counts.ratePlans += planIds.length;
    counts.pricing += await copyPricing(transfer, resourceIds, planIds);
    counts.nightlyRates += await copyNightlyRates(transfer, planIds);
    counts.restrictions += await copyRestrictions(transfer, resourceIds);
    after = last.id;
  }
}

async function insertResources(
  { sandbox, sandboxId, ids }: SandboxTransfer,
  page: readonly (typeof resources.$inferSelect)[],
): Promise<void> {
  const copies = page.map(({ configVersion: _configVersion, ...row }) => ({
    ...row,
    tenantId: sandboxId,
    id: ids.assign(row.id),
    roomTypeId: row.roomTypeId === null ? null : ids.assign(row.roomTypeId),
  }));
  await sandbox.orm.insert(resources).values(copies);
}

/** The ids of the originals. */
async function copyPlans(
  { live, liveId, sandbox, sandboxId, ids }: SandboxTransfer,
  resourceIds: string[],
): Promise<string[]> {
  const rows = await live.orm
    .select()
    .from(ratePlans)
    .where(and(eq(ratePlans.tenantId, liveId), inArray(ratePlans.resourceId, resourceIds)));
  const copies = rows.map((row) => ({
    ...row,
    tenantId: sandboxId,
    id: ids.assign(row.id),
    resourceId: ids.assign(row.resourceId),
  }));
  await insertAll(sandbox, ratePlans, copies);
  return rows.map(({ id }) => id);
}

/** Prices of plans and those of generic resources have an index each. */
async function copyPricing(
  { live, liveId, sandbox, sandboxId, ids }: SandboxTransfer,
  resourceIds: string[],
  planIds: string[],
): Promise<number> {
  const isCopied = and(eq(pricing.tenantId, liveId), inArray(pricing.resourceId, resourceIds));
  const rows = await live.orm
    .select()
    .from(pricing)
    .where(and(isCopied, isNull(pricing.ratePlanId)));
  for (const some of chunksOf(planIds, ROWS_AT_ONCE)) {
    const ofPlans = and(isCopied, isNotNull(pricing.ratePlanId), inArray(pricing.ratePlanId, some));
    rows.push(...(await live.orm.select().from(pricing).where(ofPlans)));
  }
  const copies = rows.map((row) => ({
    ...row,
    tenantId: sandboxId,
    resourceId: ids.assign(row.resourceId),
    ratePlanId: row.ratePlanId === null ? null : ids.assign(row.ratePlanId),
  }));
  await insertAll(sandbox, pricing, copies);
  return rows.length;
}

/** The nights of a plan are two arrays, whose text goes from one side to the other as it is. */
const readNightlyRates = namedStatement<{ tenantId: string; planIds: readonly string[] }>(
  'sandbox_nightly_rates',
  `SELECT rate_plan_id AS "ratePlanId", count(*)::int AS count, array_agg(date)::text AS dates,
     array_agg(amount_minor_units)::text AS amounts
   FROM nightly_rates WHERE tenant_id = $tenantId AND rate_plan_id = ANY ($planIds::uuid[]) GROUP BY rate_plan_id`,
);
const writeNightlyRates = namedStatement<{
  tenantId: string;
  planIds: readonly string[];
  dates: readonly string[];
  amounts: readonly string[];
}>(
  'sandbox_nightly_rates_put',
  `INSERT INTO nightly_rates (tenant_id, rate_plan_id, date, amount_minor_units)
   SELECT $tenantId, plan, night, amount
   FROM unnest($planIds::uuid[], $dates::text[], $amounts::text[]) AS kept (plan, dates, amounts)
     CROSS JOIN LATERAL unnest(kept.dates::date[], kept.amounts::bigint[]) AS rate (night, amount)`,
);

interface PlanNights {
  readonly ratePlanId: string;
  readonly count: number;
  readonly dates: string;
  readonly amounts: string;
}

async function copyNightlyRates(
  { live, liveId, sandbox, sandboxId, ids }: SandboxTransfer,
  planIds: readonly string[],
): Promise<number> {
  let count = 0;
  for (const some of chunksOf(planIds, PLANS_AT_ONCE)) {
    const plans = await live.query<PlanNights>(readNightlyRates({ tenantId: liveId, planIds: some }));
    if (plans.length === 0) continue;
    await sandbox.query(
      writeNightlyRates({
        tenantId: sandboxId,
        planIds: plans.map(({ ratePlanId }) => ids.assign(ratePlanId)),
        dates: plans.map(({ dates }) => dates),
        amounts: plans.map(({ amounts }) => amounts),
      }),
    );
    count += plans.reduce((sum, plan) => sum + plan.count, 0);
  }
  return count;
}

async function copyRestrictions(
  { live, liveId, sandbox, sandboxId, ids }: SandboxTransfer,
  resourceIds: string[],
): Promise<number> {
  const rows = await live.orm
    .select()
    .from(restrictions)
    .where(and(eq(restrictions.tenantId, liveId), inArray(restrictions.resourceId, resourceIds)));
  const copies = rows.map((row) => ({
    ...row,
    tenantId: sandboxId,
    id: ids.assign(row.id),
    resourceId: ids.assign(row.resourceId),
    ratePlanId: ids.assign(row.ratePlanId),
  }));
  await insertAll(sandbox, restrictions, copies);
  return rows.length;
}

async function insertAll<Table extends PgTable>(
  tx: Tx,
  table: Table,
  rows: readonly PgInsertValue<Table>[],
): Promise<void> {
  for (const some of chunksOf(rows, ROWS_AT_ONCE)) await tx.orm.insert(table).values(some);
}

function chunksOf<T>(rows: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(rows.length / size) }, (_, index) =>
    rows.slice(index * size, (index + 1) * size),
  );
}
