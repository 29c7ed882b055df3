import type { SyncLease } from '../domain/sync-lease.ts';
import { delayAfterOutage } from '../domain/sync-schedule.ts';
import { InventoryUnavailable } from '../ports.ts';
import type { InventoryClient, SyncLeaseRepository } from '../ports.ts';

export interface RemoveConnectionDeps {
  readonly leases: SyncLeaseRepository;
  readonly inventory: Pick<InventoryClient, 'releaseBlocks'>;
  /** In [0, 1). */
  readonly random: () => number;
}

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
