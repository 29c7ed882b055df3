import type { NewId, Result } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import type { Listing } from '../domain/listing.ts';
import { connectionNotFound, resourceNotFound } from '../domain/refusals.ts';
import type { ConnectionRepository, InventoryClient, ListingRepository } from '../ports.ts';

export interface CreateListingDeps {
  readonly connections: ConnectionRepository;
  readonly listings: ListingRepository;
  readonly inventory: Pick<InventoryClient, 'hasResource'>;
  readonly newId: NewId;
  readonly wakeSync: () => void;
}

export interface CreateListing {
  readonly connectionId: string;
  readonly resourceId: string;
  readonly externalListingId?: string | undefined;
}

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
  const created = await listings.create(tenantId, listing);
  if (created.ok) wakeSync();
  return created;
}
