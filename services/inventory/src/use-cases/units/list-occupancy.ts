import { ok } from '@lodging/kernel';
import type { Result, StayWindow } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import { resourceNotFound } from '../../domain/resources/resource.ts';
import { stayAt, widestSpan } from '../../domain/time/stay.ts';
import type { InventoryDeps } from '../../ports/deps.ts';
import type { Occupancy } from '../../ports/stays.ts';

export interface ListOccupancy {
  readonly resourceId: string;
  readonly window: StayWindow;
  /** The connection that reads a feed does not need its own blocks. */
  readonly excludeConnectionId?: string | undefined;
}

/** Confirmed stays and external blocks that overlap the window on the axis of the resource. */
export async function listOccupancy(
  { occupancy }: Pick<InventoryDeps, 'occupancy'>,
  { tenantId }: RequestContext,
  { resourceId, window, excludeConnectionId }: ListOccupancy,
): Promise<Result<Occupancy>> {
  const found = await occupancy.find(tenantId, resourceId, widestSpan(window), excludeConnectionId);
  if (found === undefined) return resourceNotFound;
  const { resource, entries } = found;
  const { start, end } = stayAt(resource, window).span;
  return ok({ resource, entries: entries.filter((entry) => entry.start < end && entry.end > start) });
}
