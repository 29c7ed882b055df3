import { inSpan } from '@lodging/kit-runtime';
import type { SyncLease } from '../../domain/sync/sync-lease.ts';
import type { ChannelsDeps } from '../../ports/deps.ts';
import { syncFeed } from './sync-feed.ts';
import type { SyncFeedDeps } from './sync-feed.ts';

export type SyncDueFeedsDeps = SyncFeedDeps &
  Pick<ChannelsDeps, 'owner' | 'runs' | 'maxRuns' | 'maxRunsOfTenant' | 'onUnexpectedError' | 'wakeSync'>;

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

async function runOne(deps: SyncDueFeedsDeps, lease: SyncLease): Promise<void> {
  const { leases, onUnexpectedError } = deps;
  const attributes = { 'lodging.tenant.id': lease.tenantId };
  try {
    await inSpan('sync-feed', { attributes }, () => syncFeed(deps, lease));
  } catch (error) {
    onUnexpectedError(error, lease);
    await leases
      .retryLater(lease, RETRY_AFTER_ERROR_SECONDS)
      .catch((second: unknown) => onUnexpectedError(second, lease));
  }
}
