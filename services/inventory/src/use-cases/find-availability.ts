import { ok } from '@lodging/kernel';
import type { Result, StayWindow } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import { checkWindow, checkWindowOrder } from '../domain/check-window.ts';
import { reasonsOnAnyPlan } from '../domain/find-reasons.ts';
import type { Reason } from '../domain/find-reasons.ts';
import { resourceNotFound } from '../domain/resource.ts';
import type { InventoryDeps } from '../ports.ts';

export interface FindAvailability {
  readonly resourceId: string;
  readonly window: StayWindow;
  readonly partySize: number;
}

/** Why one unit is not available; an empty list means that it is. */
export async function findAvailability(
  { stays, clock }: Pick<InventoryDeps, 'stays' | 'clock'>,
  { tenantId }: RequestContext,
  { resourceId, window, partySize }: FindAvailability,
): Promise<Result<Reason[]>> {
  const backwards = checkWindowOrder(window);
  if (backwards !== undefined) return backwards;
  const found = await stays.find(tenantId, resourceId, window);
  if (found === undefined) return resourceNotFound;
  const { resource, stay, taken } = found;
  const invalid = checkWindow(stay, resource, 'availability', clock.now());
  if (invalid !== undefined) return invalid;
  return ok(reasonsOnAnyPlan(resource, { stay, party: { partySize, quantity: 1 }, taken }));
}
