import type { Database, Tx } from '@lodging/kit-postgres';
import { and, eq, inArray, isNull, or } from 'drizzle-orm';
import type { PricingEntry, PricingOfPlan } from '../domain/check-pricing.ts';
import type { RatePlan } from '../domain/resource.ts';
import type { Prices } from '../use-cases/ports.ts';
import { changeResource } from './change-resource.ts';
import { readPricing } from './pricing-json.ts';
import type { PricingJson } from './pricing-json.ts';
import { PRICES } from './resource-sql.ts';
import { pricing } from './schema.ts';

const READ = `${PRICES} WHERE r.tenant_id = $1 AND r.id = $2`;

interface Row {
  readonly plans: readonly (RatePlan & { readonly pricing: PricingJson | null })[];
  readonly pricing: PricingJson | null;
}

export function createPricingStore(db: Database): Prices {
  const read = (tenantId: string, resourceId: string) => ({
    name: 'pricing_read',
    text: READ,
    values: [tenantId, resourceId],
  });
  return {
    async read(tenantId, resourceId) {
      const [row] = await db.readInTenant<Row>(tenantId, read(tenantId, resourceId));
      return row && entriesOf(row);
    },
    change: (tenantId, resourceId, decide) => {
      const write = (tx: Tx, prices: readonly PricingOfPlan[]) => replace(tx, tenantId, resourceId, prices);
      return changeResource(db, { tenantId, resourceId, decide, write }, async (tx) => {
        const [row] = await tx.query<Row>(read(tenantId, resourceId));
        return row === undefined ? [] : entriesOf(row);
      });
    },
  };
}

/** A plan without prices has no entry. */
function entriesOf({ plans, pricing: own }: Row): PricingEntry[] {
  const all = [
    { ratePlanCode: null, json: own },
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
  prices: readonly PricingOfPlan[],
): Promise<void> {
  if (prices.length === 0) return;
  const named = prices.flatMap(({ ratePlanId }) => ratePlanId ?? []);
  const replaced = or(
    inArray(pricing.ratePlanId, named),
    prices.some(({ ratePlanId }) => ratePlanId === null) ? isNull(pricing.ratePlanId) : undefined,
  );
  await tx.orm
    .delete(pricing)
    .where(and(eq(pricing.tenantId, tenantId), eq(pricing.resourceId, resourceId), replaced));
  await tx.orm
    .insert(pricing)
    .values(prices.map(({ ratePlanId, pricing: set }) => ({ tenantId, resourceId, ratePlanId, ...set })));
}
