import { ok } from '@lodging/kernel';
import type { Result } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import type { ChannelsDeps } from '../../ports/deps.ts';

export type DeleteListingDeps = Pick<ChannelsDeps, 'listings' | 'wakeSync'>;

export interface DeleteListing {
  readonly connectionId: string;
  readonly listingId: string;
}

/** The sync that follows at once releases the blocks of the resource. */
export async function deleteListing(
  { listings, wakeSync }: DeleteListingDeps,
  { tenantId }: RequestContext,
  { connectionId, listingId }: DeleteListing,
): Promise<Result<{ readonly deleted: true }>> {
  const deleted = await listings.delete(tenantId, connectionId, listingId);
  if (!deleted.ok) return deleted;
  wakeSync();
  return ok({ deleted: true });
}
