// Owns the end of a deleted connection: its blocks first, then the row, and again later where the house is away.
import { afterOutage } from '../domain/sync-pace.ts';
import type { House, SyncLease, SyncQueue } from './connection-ports.ts';
import { HouseAway } from './connection-ports.ts';

export interface FreeBlocksNeeds {
  readonly queue: SyncQueue;
  readonly house: House;
  /** In [0, 1). */
  readonly random: () => number;
}

export async function freeBlocks(
  { queue, house, random }: FreeBlocksNeeds,
  lease: SyncLease,
  timeoutMs?: number,
): Promise<void> {
  const sequence = await queue.nextSequence(lease);
  if (sequence === undefined) return;
  try {
    const freed = await house.freeBlocks(lease, sequence, timeoutMs);
    if (freed.ok) return await queue.remove(lease);
  } catch (error) {
    if (!(error instanceof HouseAway)) throw error;
  }
  await queue.putBack(lease, afterOutage(lease.outages + 1, random()));
}
