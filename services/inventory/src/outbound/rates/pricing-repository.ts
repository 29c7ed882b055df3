import type { Database, Tx } from '@lodging/kit-postgres';
import { and, eq, inArray, isNull, or } from '@lodging/kit-postgres';
import type { PlanPricing, PricingEntry, SeasonCounts } from '../../domain/rates/check-pricing.ts';
import type { RatePlan } from '../../domain/resources/resource.ts';
import type { PricingRepository } from '../../ports/rates.ts';
import { changeResource, withStored } from '../resources/change-resource.ts';
import { readPricing, writeOccupancy } from './pricing-json.ts';
import type { PricingJson } from './pricing-json.ts';
import { countSeasons, findPricing } from '../resources/resource-statements.ts';
import { pricing } from '../schema.ts';

interface Row {
  readonly plans: readonly (RatePlan & { readonly pricing: PricingJson | null })[];
  readonly pricing: PricingJson | null;
}

interface SeasonCountRow {
  readonly ratePlanId: PlanPricing['ratePlanId'];
  readonly count: number;
}

export function createPricingRepository(db: Database): PricingRepository {
  return {
    async find(tenantId, resourceId) {
      const [row] = await db.readInTenant<Row>(tenantId, findPricing({ tenantId, resourceId }));
      return row && readEntries(row);
    },
    replace: (tenantId, resourceId, decide) => {
      const write = (tx: Tx, prices: readonly PlanPricing[]) => replace(tx, tenantId, resourceId, prices);
      const change = {
        tenantId,
        resourceId,
        load: (tx: Tx) => readSeasonCounts(tx, tenantId, resourceId),
        decide: withStored(decide),
        write,
      };
      return changeResource(db, change, async (tx) => {
        const [row] = await tx.query<Row>(findPricing({ tenantId, resourceId }));
        return row === undefined ? [] : readEntries(row);
      });
    },
  };
}

async function readSeasonCounts(tx: Tx, tenantId: string, resourceId: string): Promise<SeasonCounts> {
  const rows = await tx.query<SeasonCountRow>(countSeasons({ tenantId, resourceId }));
  return new Map(rows.map(({ ratePlanId, count }) => [ratePlanId, count]));
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
  await tx.orm.insert(pricing).values(
    prices.map(({ ratePlanId, pricing: { occupancy, ...prices } }) => ({
      tenantId,
      resourceId,
      ratePlanId,
      ...prices,
      occupancy: writeOccupancy(occupancy),
    })),
  );
}
