import type { RequestContext } from '@lodging/kit-runtime';
// delete-listing: the connection blocks this resource no more, and what it blocked is freed by the sync that follows.
import { ok } from '@lodging/kernel';
import type { Result } from '@lodging/kernel';
import type { Listings } from './connection-ports.ts';

export async function deleteListing(
  { listings, wakeSync }: { readonly listings: Listings; readonly wakeSync: () => void },
  { tenantId }: RequestContext,
  { connectionId, listingId }: { readonly connectionId: string; readonly listingId: string },
): Promise<Result<{ readonly deleted: true }>> {
  const deleted = await listings.delete(tenantId, connectionId, listingId);
  if (!deleted.ok) return deleted;
  wakeSync();
  return ok({ deleted: true });
}
