import { ok } from '@lodging/kernel';
import type { ListPosition, Page, Result } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import { inOrder, MOST_READ, refuseDates, refuseEntries } from '../../domain/occupancy/occupancy.ts';
import type { OccupancyDates, OccupancyEntry } from '../../domain/occupancy/occupancy.ts';
import type { ReservationsDeps } from '../../ports/deps.ts';

export interface ReadOccupancy extends OccupancyDates, Page {
  readonly roomTypeId?: string | undefined;
  readonly resourceIds?: readonly string[] | undefined;
}

export interface Occupancy {
  readonly resources: readonly {
    readonly resourceId: string;
    readonly units: number;
    readonly entries: readonly OccupancyEntry[];
  }[];
  readonly nextAfter: ListPosition | null;
}

/** Stays and holds of a page of resources, with the blocks, which inventory knows. */
export async function readOccupancy(
  { blocks, occupancy }: Pick<ReservationsDeps, 'blocks' | 'occupancy'>,
  ctx: RequestContext,
  { from, to, ...page }: ReadOccupancy,
): Promise<Result<Occupancy>> {
  const refused = refuseDates({ from, to });
  if (refused !== undefined) return refused;
  const found = await blocks.list(ctx, { from, to, ...page });
  const ids = found.resources.map(({ resourceId }) => resourceId);
  const stays = ids.length === 0 ? [] : await occupancy.list(ctx.tenantId, ids, { from, to }, MOST_READ);
  const tooMany = refuseEntries(stays.length + (found.blocks?.length ?? MOST_READ));
  if (tooMany !== undefined) return tooMany;
  const byResource = Map.groupBy([...stays, ...(found.blocks ?? [])], ({ resourceId }) => resourceId);
  const resources = found.resources.map(({ resourceId, units }) => ({
    resourceId,
    units,
    entries: inOrder((byResource.get(resourceId) ?? []).map(({ entry }) => entry)),
  }));
  return ok({ resources, nextAfter: found.nextAfter });
}
