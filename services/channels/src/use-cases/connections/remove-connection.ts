import type { SyncLease } from '../../domain/sync/sync-lease.ts';
import { delayAfterOutage } from '../../domain/sync/sync-schedule.ts';
import { InventoryUnavailable } from '../../ports/neighbours.ts';
import type { ChannelsDeps } from '../../ports/deps.ts';

export type RemoveConnectionDeps = Pick<ChannelsDeps, 'leases' | 'inventory' | 'random'>;

/** Releases the blocks of a deleted connection, then deletes its row. Retried where inventory is unavailable. */
export async function removeConnection(
  { leases, inventory, random }: RemoveConnectionDeps,
  lease: SyncLease,
  timeoutMs?: number,
): Promise<void> {
  const sequence = await leases.nextSequence(lease);
  if (sequence === undefined) return;
  try {
    const released = await inventory.releaseBlocks(lease, sequence, timeoutMs);
    if (released.ok) return await leases.remove(lease);
  } catch (error) {
    if (!(error instanceof InventoryUnavailable)) throw error;
  }
  await leases.retryLater(lease, delayAfterOutage(lease.outages + 1, random()));
}
