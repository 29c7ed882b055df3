import type { Semaphore } from '@lodging/kit-runtime';
import type { SyncLease } from '../domain/sync-lease.ts';
import type { SyncLeaseRepository } from '../ports.ts';

export interface SyncDueFeedsDeps {
  readonly leases: SyncLeaseRepository;
  /** The owner of this process's leases. */
  readonly owner: string;
  /** One permit for each run in progress. */
  readonly runs: Semaphore;
  readonly maxRuns: number;
  /** Of one tenant, so that slow servers of its feeds leave the other runs to other tenants. */
  readonly maxRunsOfTenant: number;
  readonly sync: (lease: SyncLease) => Promise<void>;
  readonly onUnexpectedError: (error: unknown, lease: SyncLease) => void;
  readonly wakeSync: () => void;
}

const RETRY_AFTER_ERROR_SECONDS = 300;

/** Leases as many due connections as this process has room for, and starts their runs without waiting for them. */
export async function syncDueFeeds(deps: SyncDueFeedsDeps): Promise<void> {
  const { leases, owner, runs, maxRuns, maxRunsOfTenant: share, wakeSync } = deps;
  const limit = maxRuns - runs.running();
  if (limit <= 0) return;
  for (const lease of await leases.leaseDue(owner, { limit, share })) {
    void runs.run(() => runOne(deps, lease)).then(wakeSync);
  }
}

async function runOne(
  { leases, sync, onUnexpectedError }: SyncDueFeedsDeps,
  lease: SyncLease,
): Promise<void> {
  try {
    await sync(lease);
  } catch (error) {
    onUnexpectedError(error, lease);
    await leases
      .retryLater(lease, RETRY_AFTER_ERROR_SECONDS)
      .catch((again: unknown) => onUnexpectedError(again, lease));
  }
}
