import { blocksFor, sizeProblem } from '../../domain/sync/blocks.ts';
import type { SyncLease } from '../../domain/sync/sync-lease.ts';
import type { ChannelsDeps } from '../../ports/deps.ts';
import { applyBlocks } from './apply-blocks.ts';
import { findMappedResources } from './find-mapped-resources.ts';
import { startOfRun } from './start-of-run.ts';

export type ApplyAcceptedEventsDeps = Pick<
  ChannelsDeps,
  'leases' | 'feeds' | 'inventory' | 'clock' | 'textDigest' | 'applying'
>;

/** Applies the events of the last accepted snapshot again. */
export async function applyAcceptedEvents(deps: ApplyAcceptedEventsDeps, lease: SyncLease): Promise<void> {
  const { leases, feeds, clock, applying } = deps;
  const { now, today } = startOfRun(clock);
  const resources = await findMappedResources(deps, lease);
  await applying.run(lease.tenantId, async () => {
    const accepted = await feeds.acceptedEvents(lease);
    if (sizeProblem(accepted, resources) !== undefined)
      return leases.completeApply(lease, { appliedDigest: lease.appliedDigest, blockCount: null });
    const { blocks } = blocksFor(accepted, resources, now);
    return leases.completeApply(lease, await applyBlocks(deps, lease, { blocks, resources }, today));
  });
}
