import type { SyncLease } from '../../domain/sync/sync-lease.ts';
import { delayAfterOutage } from '../../domain/sync/sync-schedule.ts';
import { InventoryUnavailable } from '../../ports/neighbours.ts';
import { applyAcceptedEvents } from './apply-accepted-events.ts';
import { refreshFeed } from './refresh-feed.ts';
import type { RefreshFeedDeps } from './refresh-feed.ts';
import { removeConnection } from '../connections/remove-connection.ts';
import type { RemoveConnectionDeps } from '../connections/remove-connection.ts';

export type SyncFeedDeps = RefreshFeedDeps & RemoveConnectionDeps;

/** One run for one connection. It ends the lease, unless an unexpected error is thrown. */
export async function syncFeed(deps: SyncFeedDeps, lease: SyncLease): Promise<void> {
  const { work } = lease;
  try {
    if (work.kind === 'remove') await removeConnection(deps, lease);
    else if (work.kind === 'apply') await applyAcceptedEvents(deps, lease);
    else await refreshFeed(deps, lease, work.feed);
  } catch (error) {
    if (!(error instanceof InventoryUnavailable)) throw error;
    await deps.leases.retryLater(lease, delayAfterOutage(lease.outages + 1, deps.random()));
  }
}
