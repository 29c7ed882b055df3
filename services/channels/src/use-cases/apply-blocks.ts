import type { Block, MappedResource } from '../domain/blocks.ts';
import { InventoryUnavailable } from './connection-ports.ts';
import type { InventoryClient, SyncLease, SyncQueue } from './connection-ports.ts';

export interface ApplyBlocksDeps {
  readonly queue: SyncQueue;
  readonly house: InventoryClient;
  readonly digest: (text: string) => string;
}

/** The resources a connection is mapped to, as they are now. One that is gone takes no blocks, and stops no others. */
export async function findPlaces(
  { queue, house }: ApplyBlocksDeps,
  lease: SyncLease,
): Promise<MappedResource[]> {
  const listings = await queue.listings(lease);
  const places = await Promise.all(
    listings.map(async ({ id: listingId, resourceId }) => {
      const found = await house.placeOf(lease, resourceId);
      return found === undefined ? [] : [{ ...found, listingId }];
    }),
  );
  return places.flat();
}

/** Inventory waits for a busy resource by itself before it says so. */
const MOST_TRIES = 2;

/** All that a connection takes, and where it takes anything at all. */
export interface Told {
  readonly blocks: readonly Block[];
  readonly places: readonly MappedResource[];
}

/** Answers the digest of what inventory has now. On each day it is told anew, whatever it has. */
export async function applyBlocks(
  { queue, house, digest }: ApplyBlocksDeps,
  lease: SyncLease,
  { blocks, places }: Told,
  today: string,
): Promise<string> {
  const mappedTo = places.map(({ resourceId }) => resourceId);
  const wanted = digest(JSON.stringify([today, mappedTo, blocks]));
  if (wanted === lease.appliedAs) return wanted;
  const sequence = await queue.nextSequence(lease);
  // Another has taken over, or the connection was paused or deleted meanwhile: its state is theirs to write.
  if (sequence === undefined) return lease.appliedAs ?? '';
  for (let tries = 1; ; tries += 1) {
    const replaced = await house.replaceBlocks(lease, sequence, blocks, mappedTo);
    if (replaced.ok) return wanted;
    if (replaced.refusal.code !== 'resource_locked' || tries >= MOST_TRIES)
      throw new InventoryUnavailable(replaced.refusal.code);
  }
}
