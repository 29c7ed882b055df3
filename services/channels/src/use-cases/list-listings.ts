import type { RequestContext } from '@lodging/kit-runtime';
// list-listings: the resources that a connection is mapped to, in the order in which they were.
import type { Result } from '@lodging/kernel';
import type { Listing, Listings } from './connection-ports.ts';

export function listListings(
  { listings }: { readonly listings: Listings },
  { tenantId }: RequestContext,
  connectionId: string,
): Promise<Result<readonly Listing[]>> {
  return listings.ofConnection(tenantId, connectionId);
}
