import type { Block, MappedResource } from '../../domain/sync/blocks.ts';
import type { AppliedBlocks, SyncLease } from '../../domain/sync/sync-lease.ts';
import type { ChannelsDeps } from '../../ports/deps.ts';
import { InventoryUnavailable } from '../../ports/neighbours.ts';

export type ApplyBlocksDeps = Pick<ChannelsDeps, 'leases' | 'inventory' | 'textDigest'>;

/** Inventory itself waits for a locked resource before it refuses. */
const MAX_ATTEMPTS = 2;

interface BlockSet {
  readonly blocks: readonly Block[];
  readonly resources: readonly MappedResource[];
}

/**
 * Replaces the blocks of a connection, unless inventory has these already. Once a day they are sent in any case, which
 * repairs a difference between the two.
 * Throws InventoryUnavailable.
 */
export async function applyBlocks(
  { leases, inventory, textDigest }: ApplyBlocksDeps,
  lease: SyncLease,
  { blocks, resources }: BlockSet,
  today: string,
): Promise<AppliedBlocks> {
  const mappedTo = resources.map(({ resourceId }) => resourceId);
  const digest = textDigest(JSON.stringify([today, mappedTo, blocks]));
  const applied = { appliedDigest: digest, blockCount: blocks.length };
  if (digest === lease.appliedDigest) return applied;
  const sequence = await leases.nextSequence(lease);
  // The lease is lost, or the connection was paused or deleted during the run: its state is not this run's to write.
  if (sequence === undefined) return { appliedDigest: lease.appliedDigest, blockCount: null };
  for (let attempt = 1; ; attempt += 1) {
    const replaced = await inventory.replaceBlocks(lease, sequence, blocks, mappedTo);
    if (replaced.ok) return applied;
    if (replaced.refusal.code !== 'resource_locked' || attempt >= MAX_ATTEMPTS)
      throw new InventoryUnavailable(replaced.refusal.code);
  }
}
