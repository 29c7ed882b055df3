import type { Database, Tx } from '@lodging/kit-postgres';
import { and, eq, inArray, isNull, or } from 'drizzle-orm';
import type { PlanPricing, PricingEntry } from '../domain/check-pricing.ts';
import type { RatePlan } from '../domain/resource.ts';
import type { PricingRepository } from '../ports/prices.ts';
import { changeResource } from './change-resource.ts';
import { readPricing } from './pricing-json.ts';
import type { PricingJson } from './pricing-json.ts';
import { findPricing } from './resource-statements.ts';
import { pricing } from './schema.ts';

interface Row {
  readonly plans: readonly (RatePlan & { readonly pricing: PricingJson | null })[];
  readonly pricing: PricingJson | null;
}

export function createPricingRepository(db: Database): PricingRepository {
  return {
    async find(tenantId, resourceId) {
      const [row] = await db.readInTenant<Row>(tenantId, findPricing({ tenantId, resourceId }));
      return row && readEntries(row);
    },
    replace: (tenantId, resourceId, decide) => {
      const write = (tx: Tx, prices: readonly PlanPricing[]) => replace(tx, tenantId, resourceId, prices);
      return changeResource(db, { tenantId, resourceId, decide, write }, async (tx) => {
        const [row] = await tx.query<Row>(findPricing({ tenantId, resourceId }));
        return row === undefined ? [] : readEntries(row);
      });
    },
  };
}

/** A plan without prices has no entry. */
function readEntries({ plans, pricing: ofResource }: Row): PricingEntry[] {
  const all = [
    { ratePlanCode: null, json: ofResource },
    ...plans.map(({ code, pricing: json }) => ({ ratePlanCode: code, json })),
  ];
  return all.flatMap(({ ratePlanCode, json }) => {
    const prices = readPricing(json);
    return prices === undefined ? [] : [{ ratePlanCode, ...prices }];
  });
}

async function replace(
  tx: Tx,
  tenantId: string,
  resourceId: string,
  prices: readonly PlanPricing[],
): Promise<void> {
  if (prices.length === 0) return;
  const planIds = prices.flatMap(({ ratePlanId }) => ratePlanId ?? []);
  const isReplaced = or(
    inArray(pricing.ratePlanId, planIds),
    prices.some(({ ratePlanId }) => ratePlanId === null) ? isNull(pricing.ratePlanId) : undefined,
  );
  await tx.orm
    .delete(pricing)
    .where(and(eq(pricing.tenantId, tenantId), eq(pricing.resourceId, resourceId), isReplaced));
  await tx.orm
    .insert(pricing)
    .values(prices.map((plan) => ({ tenantId, resourceId, ratePlanId: plan.ratePlanId, ...plan.pricing })));
}
