import { afterOutage } from '../domain/sync-pace.ts';
import type { InventoryClient, SyncLease, SyncQueue } from './connection-ports.ts';
import { InventoryUnavailable } from './connection-ports.ts';

export interface FreeBlocksDeps {
  readonly queue: SyncQueue;
  readonly house: InventoryClient;
  /** In [0, 1). */
  readonly random: () => number;
}

export async function freeBlocks(
  { queue, house, random }: FreeBlocksDeps,
  lease: SyncLease,
  timeoutMs?: number,
): Promise<void> {
  const sequence = await queue.nextSequence(lease);
  if (sequence === undefined) return;
  try {
    const freed = await house.freeBlocks(lease, sequence, timeoutMs);
    if (freed.ok) return await queue.remove(lease);
  } catch (error) {
    if (!(error instanceof InventoryUnavailable)) throw error;
  }
  await queue.putBack(lease, afterOutage(lease.outages + 1, random()));
}
