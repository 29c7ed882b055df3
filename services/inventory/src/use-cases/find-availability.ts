import { ok } from '@lodging/kernel';
import type { Result, StayWindow } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import { checkWindow, checkWindowOrder } from '../domain/check-window.ts';
import { reasonsOnAnyPlan, reasonsOnPlan } from '../domain/find-reasons.ts';
import type { Reason } from '../domain/find-reasons.ts';
import type { Party } from '../domain/occupancy-rules.ts';
import { findPlan } from '../domain/quote-stay.ts';
import { resourceNotFound } from '../domain/resource.ts';
import type { InventoryDeps } from '../ports.ts';

export interface FindAvailability {
  readonly resourceId: string;
  readonly window: StayWindow;
  readonly party: Party;
  /** Without it the stay is available where any enabled plan accepts it. */
  readonly ratePlanId?: string | undefined;
}

/** Why the stay is not available; an empty list means that it is. */
export async function findAvailability(
  { stays, clock }: Pick<InventoryDeps, 'stays' | 'clock'>,
  { tenantId }: RequestContext,
  { resourceId, window, party, ratePlanId }: FindAvailability,
): Promise<Result<Reason[]>> {
  const backwards = checkWindowOrder(window);
  if (backwards !== undefined) return backwards;
  const found = await stays.find(tenantId, resourceId, window);
  if (found === undefined) return resourceNotFound;
  const { resource, stay, taken } = found;
  const plan = ratePlanId === undefined ? ok(undefined) : findPlan(resource, ratePlanId);
  if (!plan.ok) return plan;
  const invalid = checkWindow(stay, resource, 'availability', clock.now());
  if (invalid !== undefined) return invalid;
  const demand = { stay, party, taken };
  return ok(
    plan.value === undefined
      ? reasonsOnAnyPlan(resource, demand)
      : reasonsOnPlan(resource, plan.value, demand),
  );
}
