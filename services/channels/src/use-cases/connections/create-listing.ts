import type { Result } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import type { Listing } from '../../domain/connections/listing.ts';
import { connectionNotFound, resourceNotFound } from '../../domain/refusals.ts';
import type { ChannelsDeps } from '../../ports/deps.ts';

export type CreateListingDeps = Pick<
  ChannelsDeps,
  'connections' | 'listings' | 'inventory' | 'newId' | 'wakeSync'
>;

export interface CreateListing {
  readonly connectionId: string;
  readonly resourceId: string;
  readonly externalListingId?: string | undefined;
}

/** They are read with each sync, and listed in one answer. */
const MAX_LISTINGS = 1_000;

/** Maps a connection to a resource. The sync that follows at once blocks it with the events accepted before. */
export async function createListing(
  { connections, listings, inventory, newId, wakeSync }: CreateListingDeps,
  ctx: RequestContext,
  { connectionId, resourceId, externalListingId }: CreateListing,
): Promise<Result<Listing>> {
  const { tenantId } = ctx;
  if ((await connections.find(tenantId, connectionId)) === undefined) return connectionNotFound();
  if (!(await inventory.hasResource(ctx, resourceId))) return resourceNotFound();
  const listing = { id: newId(), connectionId, resourceId, externalListingId: externalListingId ?? null };
  const created = await listings.create(tenantId, listing, MAX_LISTINGS);
  if (created.ok) wakeSync();
  return created;
}
