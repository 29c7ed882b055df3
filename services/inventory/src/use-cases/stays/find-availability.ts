import { ok } from '@lodging/kernel';
import type { Result, StayWindow } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import { KINDS_ON_ANY_PLAN } from '../../domain/alternatives/alternative.ts';
import type { Alternative } from '../../domain/alternatives/alternative.ts';
import { checkWindow, checkWindowOrder } from '../../domain/time/check-window.ts';
import { reasonsOnAnyPlan, reasonsOnPlan } from '../../domain/stays/find-reasons.ts';
import type { Reason } from '../../domain/stays/find-reasons.ts';
import type { Party } from '../../domain/units/occupancy-rules.ts';
import { findPlan } from '../../domain/stays/quote-stay.ts';
import { resourceNotFound } from '../../domain/resources/resource.ts';
import { countPlans, refuseTooMuch } from '../../domain/search/work.ts';
import { tooManyClaims } from '../../domain/units/too-many-claims.ts';
import type { InventoryDeps } from '../../ports/deps.ts';
import type { SuggestDeps } from '../alternatives/suggest-alternatives.ts';
import { suggestForStay } from '../alternatives/suggest-for-stay.ts';
import { readerOf } from './reader-of.ts';

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
  const found = await deps.stays.find(readerOf(ctx), resourceId, window);
  if (found === undefined) return resourceNotFound;
  if (found === 'too-many-claims') return tooManyClaims;
  const { resource, stay, taken } = found;
  const plan = ratePlanId === undefined ? ok(undefined) : findPlan(resource, ratePlanId);
  if (!plan.ok) return plan;
  const now = deps.clock.now();
  const invalid = checkWindow(stay, resource, 'availability', now);
  if (invalid !== undefined) return invalid;
  if ((input.alternatives ?? 0) > 0) {
    const work = stay.nights * (ratePlanId === undefined ? countPlans(resource) : 1);
    const tooMuch = refuseTooMuch(work);
    if (tooMuch !== undefined) return tooMuch;
    ctx.work?.add(work);
  }
  const demand = { stay, party, taken };
  const reasons =
    plan.value === undefined
      ? reasonsOnAnyPlan(resource, demand)
      : reasonsOnPlan(resource, plan.value, demand);
  const alternatives = await suggestForStay(deps, ctx, { ...input, reasons, kinds: KINDS_ON_ANY_PLAN, now });
  return ok({ reasons, alternatives });
}
