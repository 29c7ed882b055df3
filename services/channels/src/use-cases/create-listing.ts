import type { RequestContext } from '@lodging/kit-runtime';
// create-listing: from now on the connection's events block this resource too, those already known at once.
import { refuse } from '@lodging/kernel';
import type { NewId, Result } from '@lodging/kernel';
import type { Connections, InventoryClient, Listing, Listings } from './connection-ports.ts';
import { noSuchConnection } from './no-such-connection.ts';

export interface CreateListingDeps {
  readonly connections: Connections;
  readonly listings: Listings;
  readonly house: InventoryClient;
  readonly newId: NewId;
  readonly wakeSync: () => void;
}

export interface ListingWanted {
  readonly connectionId: string;
  readonly resourceId: string;
  readonly externalListingId?: string | undefined;
}

export async function createListing(
  { connections, listings, house, newId, wakeSync }: CreateListingDeps,
  ctx: RequestContext,
  { connectionId, resourceId, externalListingId }: ListingWanted,
): Promise<Result<Listing>> {
  const { tenantId } = ctx;
  if ((await connections.find(tenantId, connectionId)) === undefined) return noSuchConnection();
  if (!(await house.hasResource(ctx, resourceId)))
    return refuse('resource_not_found', 'There is no such resource.');
  const listing = { id: newId(), connectionId, resourceId, externalListingId: externalListingId ?? null };
  const created = await listings.create(tenantId, listing);
  if (created.ok) wakeSync();
  return created;
}
