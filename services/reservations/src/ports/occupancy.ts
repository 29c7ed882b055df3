import type { ListPosition, Page } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import type { OccupancyDates, OccupancyEntry } from '../domain/occupancy/occupancy.ts';

/** An entry with its resource. */
export interface PlacedEntry {
  readonly resourceId: string;
  readonly entry: OccupancyEntry;
}

export interface OccupancyRepository {
  /** Stays and holds that take one of the nights, at most `most` of them. */
  list(
    tenantId: string,
    resourceIds: readonly string[],
    dates: OccupancyDates,
    most: number,
  ): Promise<PlacedEntry[]>;
}

export interface BlockPage {
  readonly resources: readonly { readonly resourceId: string; readonly units: number }[];
  /** Undefined: more than fit. */
  readonly blocks: readonly PlacedEntry[] | undefined;
  readonly nextAfter: ListPosition | null;
}

/** The resources of a page, and their blocks. */
export interface BlockClient {
  list(
    ctx: RequestContext,
    filter: OccupancyDates &
      Page & {
        readonly roomTypeId?: string | undefined;
        readonly resourceIds?: readonly string[] | undefined;
      },
  ): Promise<BlockPage>;
}
