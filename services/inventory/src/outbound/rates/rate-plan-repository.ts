import type { Database, Tx } from '@lodging/kit-postgres';
import { sql } from '@lodging/kit-postgres';
import type { RatePlan } from '../../domain/resources/resource.ts';
import type { RatePlanRepository } from '../../ports/resources.ts';
import { changeResource, loadNothing, readChangedResource } from '../resources/change-resource.ts';
import { writeDerivation } from './pricing-json.ts';
import { ratePlans } from '../schema.ts';

/** Columns that an update of an existing plan overwrites; its id, code and position stay. */
const UPDATED = {
  name: sql`excluded.name`,
  isRefundable: sql`excluded.is_refundable`,
  minStayNights: sql`excluded.min_stay_nights`,
  maxStayNights: sql`excluded.max_stay_nights`,
  closedToArrival: sql`excluded.closed_to_arrival`,
  closedToDeparture: sql`excluded.closed_to_departure`,
  enabled: sql`excluded.enabled`,
  cancellationPolicyCode: sql`excluded.cancellation_policy_code`,
  deposit: sql`excluded.deposit`,
  derivedFrom: sql`excluded.derived_from`,
  translations: sql`excluded.translations`,
};

export function createRatePlanRepository(db: Database): RatePlanRepository {
  return {
    upsert: (tenantId, resourceId, policyCodes, decide) => {
      const write = (tx: Tx, plans: readonly RatePlan[]) => upsert(tx, tenantId, resourceId, plans);
      const change = { tenantId, resourceId, policyCodes, load: loadNothing, decide, write };
      return changeResource(db, change, (tx) => readChangedResource(tx, tenantId, resourceId));
    },
  };
}

async function upsert(
  tx: Tx,
  tenantId: string,
  resourceId: string,
  plans: readonly RatePlan[],
): Promise<void> {
  if (plans.length === 0) return;
  await tx.orm
    .insert(ratePlans)
    .values(
      plans.map(({ derivedFrom, ...plan }) => ({
        tenantId,
        resourceId,
        ...plan,
        derivedFrom: writeDerivation(derivedFrom),
      })),
    )
    .onConflictDoUpdate({ target: [ratePlans.tenantId, ratePlans.id], set: UPDATED });
}
