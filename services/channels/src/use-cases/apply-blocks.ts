import type { Clock } from '@lodging/kernel';
import type { FairSemaphore } from '@lodging/kit-runtime';
import { blocksFor, sizeProblem } from '../domain/blocks.ts';
import type { Block, MappedResource } from '../domain/blocks.ts';
import type { SyncLease } from '../domain/sync-lease.ts';
import { InventoryUnavailable } from '../ports.ts';
import type { InventoryClient, SyncedFeedRepository, SyncLeaseRepository, TextDigest } from '../ports.ts';

export interface ApplyBlocksDeps {
  readonly leases: SyncLeaseRepository;
  readonly feeds: SyncedFeedRepository;
  readonly inventory: Pick<InventoryClient, 'findResource' | 'replaceBlocks'>;
  readonly clock: Clock;
  readonly textDigest: TextDigest;
  /**
   * Feeds are fetched at the same time, but parsed and applied by two at most, of different tenants: their events fill
   * the memory. Keyed by tenant.
   */
  readonly applying: FairSemaphore;
}

export interface RunTime {
  readonly now: Temporal.Instant;
  /** `YYYY-MM-DD` in UTC. */
  readonly today: string;
}

export function startOfRun(clock: Clock): RunTime {
  const now = clock.now();
  return { now, today: now.toZonedDateTimeISO('UTC').toPlainDate().toString() };
}

/** Applies the events of the last accepted snapshot again. */
export async function applyAcceptedEvents(deps: ApplyBlocksDeps, lease: SyncLease): Promise<void> {
  const { leases, feeds, clock, applying } = deps;
  const { now, today } = startOfRun(clock);
  const resources = await findMappedResources(deps, lease);
  await applying.run(lease.tenantId, async () => {
    const accepted = await feeds.acceptedEvents(lease);
    if (sizeProblem(accepted, resources) !== undefined)
      return leases.completeApply(lease, lease.appliedDigest);
    const { blocks } = blocksFor(accepted, resources, now);
    return leases.completeApply(lease, await applyBlocks(deps, lease, { blocks, resources }, today));
  });
}

/** The resources that a connection is mapped to. One that no longer exists is left out. */
export async function findMappedResources(
  { feeds, inventory }: Pick<ApplyBlocksDeps, 'feeds' | 'inventory'>,
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

/** Inventory itself waits for a locked resource before it refuses. */
const MAX_ATTEMPTS = 2;

interface BlockSet {
  readonly blocks: readonly Block[];
  readonly resources: readonly MappedResource[];
}

/**
 * Replaces the blocks of a connection, unless inventory has these already. Once a day they are sent in any case, which
 * repairs a difference between the two. Returns the digest of what inventory has now.
 * Throws InventoryUnavailable.
 */
export async function applyBlocks(
  { leases, inventory, textDigest }: ApplyBlocksDeps,
  lease: SyncLease,
  { blocks, resources }: BlockSet,
  today: string,
): Promise<string | null> {
  const mappedTo = resources.map(({ resourceId }) => resourceId);
  const digest = textDigest(JSON.stringify([today, mappedTo, blocks]));
  if (digest === lease.appliedDigest) return digest;
  const sequence = await leases.nextSequence(lease);
  // The lease is lost, or the connection was paused or deleted during the run: its state is not this run's to write.
  if (sequence === undefined) return lease.appliedDigest;
  for (let attempt = 1; ; attempt += 1) {
    const replaced = await inventory.replaceBlocks(lease, sequence, blocks, mappedTo);
    if (replaced.ok) return digest;
    if (replaced.refusal.code !== 'resource_locked' || attempt >= MAX_ATTEMPTS)
      throw new InventoryUnavailable(replaced.refusal.code);
  }
}
