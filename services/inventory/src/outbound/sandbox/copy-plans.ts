import { and, eq, inArray, isNotNull, isNull, namedStatement } from '@lodging/kit-postgres';
import { copiedIds } from '../../domain/sandbox/copied-ids.ts';
import type { CopiedIds } from '../../domain/sandbox/copied-ids.ts';
import { chunksOf, insertAll } from './copy-rows.ts';
import type { SandboxTransfer } from './copy-rows.ts';
import { pricing, ratePlans } from '../schema.ts';

/** With all their prices in memory: a plan may have hundreds of tiers and seasons, and thousands of nights. */
const PLANS_AT_ONCE = 50;

interface CopiedPlans {
  readonly ids: CopiedIds;
  readonly ratePlans: number;
  readonly pricing: number;
  readonly nightlyRates: number;
}

/** The plans of some resources, with their prices. Their ids are kept no longer than for these resources: there may be many. */
export async function copyPlans(transfer: SandboxTransfer, resourceIds: string[]): Promise<CopiedPlans> {
  const { live, liveId, sandbox, sandboxId, ids: ofResources, newId } = transfer;
  const ids = copiedIds(newId);
  const rows = await live.orm
    .select()
    .from(ratePlans)
    .where(and(eq(ratePlans.tenantId, liveId), inArray(ratePlans.resourceId, resourceIds)));
  const copies = rows.map((row) => ({
    ...row,
    tenantId: sandboxId,
    id: ids.assign(row.id),
    resourceId: ofResources.assign(row.resourceId),
  }));
  await insertAll(sandbox, ratePlans, copies);
  const counts = { pricing: await copyResourcePricing(transfer, resourceIds), nightlyRates: 0 };
  const planIds = rows.map(({ id }) => id);
  for (const some of chunksOf(planIds, PLANS_AT_ONCE)) {
    counts.pricing += await copyPlanPricing(transfer, ids, { resourceIds, some });
    counts.nightlyRates += await copyNightlyRates(transfer, ids, some);
  }
  return { ids, ratePlans: rows.length, ...counts };
}

/** Prices of plans and those of generic resources have an index each. */
async function copyResourcePricing(
  { live, liveId, sandbox, sandboxId, ids }: SandboxTransfer,
  resourceIds: string[],
): Promise<number> {
  const isCopied = and(eq(pricing.tenantId, liveId), inArray(pricing.resourceId, resourceIds));
  const rows = await live.orm
    .select()
    .from(pricing)
    .where(and(isCopied, isNull(pricing.ratePlanId)));
  const copies = rows.map((row) => ({
    ...row,
    tenantId: sandboxId,
    resourceId: ids.assign(row.resourceId),
  }));
  await insertAll(sandbox, pricing, copies);
  return rows.length;
}

async function copyPlanPricing(
  { live, liveId, sandbox, sandboxId, ids }: SandboxTransfer,
  planIds: CopiedIds,
  { resourceIds, some }: { readonly resourceIds: string[]; readonly some: string[] },
): Promise<number> {
  const isCopied = and(eq(pricing.tenantId, liveId), inArray(pricing.resourceId, resourceIds));
  const rows = await live.orm
    .select()
    .from(pricing)
    .where(and(isCopied, isNotNull(pricing.ratePlanId), inArray(pricing.ratePlanId, some)));
  const copies = rows.map((row) => ({
    ...row,
    tenantId: sandboxId,
    resourceId: ids.assign(row.resourceId),
    ratePlanId: row.ratePlanId === null ? null : planIds.assign(row.ratePlanId),
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
  { live, liveId, sandbox, sandboxId }: SandboxTransfer,
  planIds: CopiedIds,
  some: readonly string[],
): Promise<number> {
  const plans = await live.query<PlanNights>(readNightlyRates({ tenantId: liveId, planIds: some }));
  if (plans.length === 0) return 0;
  await sandbox.query(
    writeNightlyRates({
      tenantId: sandboxId,
      planIds: plans.map(({ ratePlanId }) => planIds.assign(ratePlanId)),
      dates: plans.map(({ dates }) => dates),
      amounts: plans.map(({ amounts }) => amounts),
    }),
  );
  return plans.reduce((sum, plan) => sum + plan.count, 0);
}
