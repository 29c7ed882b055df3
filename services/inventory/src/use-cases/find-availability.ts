import { ok } from '@lodging/kernel';
import type { Result, StayWindow } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import { KINDS_ON_ANY_PLAN } from '../domain/alternatives/alternative.ts';
import type { Alternative } from '../domain/alternatives/alternative.ts';
import { checkWindow, checkWindowOrder } from '../domain/check-window.ts';
import { reasonsOnAnyPlan, reasonsOnPlan } from '../domain/find-reasons.ts';
import type { Reason } from '../domain/find-reasons.ts';
import type { Party } from '../domain/occupancy-rules.ts';
import { findPlan } from '../domain/quote-stay.ts';
import { resourceNotFound } from '../domain/resource.ts';
import type { InventoryDeps } from '../ports/inventory-deps.ts';
import type { SuggestDeps } from './suggest-alternatives.ts';
import { suggestForStay } from './suggest-for-stay.ts';

export interface FindAvailability {
  readonly resourceId: string;
  readonly window: StayWindow;
  readonly party: Party;
  /** Without it the stay is available where any enabled plan accepts it. */
  readonly ratePlanId?: string | undefined;
  /** How many stays near a refused one are suggested. */
  readonly alternatives?: number | undefined;
}

export interface Availability {
  /** Why the stay is not available; an empty list means that it is. */
  readonly reasons: readonly Reason[];
  readonly alternatives: readonly Alternative[];
}

export async function findAvailability(
  deps: Pick<InventoryDeps, 'stays' | 'clock'> & SuggestDeps,
  ctx: RequestContext,
  input: FindAvailability,
): Promise<Result<Availability>> {
  const { resourceId, window, party, ratePlanId } = input;
  const backwards = checkWindowOrder(window);
  if (backwards !== undefined) return backwards;
  const found = await deps.stays.find(ctx.tenantId, resourceId, window);
  if (found === undefined) return resourceNotFound;
  const { resource, stay, taken } = found;
  const plan = ratePlanId === undefined ? ok(undefined) : findPlan(resource, ratePlanId);
  if (!plan.ok) return plan;
  const now = deps.clock.now();
  const invalid = checkWindow(stay, resource, 'availability', now);
  if (invalid !== undefined) return invalid;
  const demand = { stay, party, taken };
  const reasons =
    plan.value === undefined
      ? reasonsOnAnyPlan(resource, demand)
      : reasonsOnPlan(resource, plan.value, demand);
  const alternatives = await suggestForStay(deps, ctx, { ...input, reasons, kinds: KINDS_ON_ANY_PLAN, now });
  return ok({ reasons, alternatives });
}
