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
  readonly sync: (lease: SyncLease) => Promise<void>;
  readonly onUnexpectedError: (error: unknown, lease: SyncLease) => void;
  readonly wakeSync: () => void;
}

const RETRY_AFTER_ERROR_SECONDS = 300;

/** Leases as many due connections as this process has room for, and starts their runs without waiting for them. */
export async function syncDueFeeds(deps: SyncDueFeedsDeps): Promise<void> {
  const { leases, owner, runs, maxRuns, wakeSync } = deps;
  const room = maxRuns - runs.running();
  if (room <= 0) return;
  for (const lease of await leases.leaseDue(owner, room)) {
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
