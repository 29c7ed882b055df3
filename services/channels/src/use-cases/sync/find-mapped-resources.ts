import type { MappedResource } from '../../domain/sync/blocks.ts';
import type { SyncLease } from '../../domain/sync/sync-lease.ts';
import type { ChannelsDeps } from '../../ports/deps.ts';

/** The resources that a connection is mapped to. One that no longer exists is left out. */
export async function findMappedResources(
  { feeds, inventory }: Pick<ChannelsDeps, 'feeds' | 'inventory'>,
  lease: SyncLease,
): Promise<MappedResource[]> {
  const listings = await feeds.listings(lease);
  const resources = await Promise.all(
    listings.map(async ({ id: listingId, resourceId }) => {
      const resource = await inventory.findResource(lease, resourceId);
      return resource === undefined ? [] : [{ ...resource, listingId }];
    }),
  );
  return resources.flat();
}
