import { timer } from '@lodging/kit-runtime';
import type { Timer } from '@lodging/kit-runtime';
import type { SyncLeaseRepository } from '../ports.ts';
import { syncDueFeeds } from '../use-cases/sync-due-feeds.ts';
import type { SyncDueFeedsDeps } from '../use-cases/sync-due-feeds.ts';

const SYNC_SECONDS = 1;
/** A third of the lease, so that one failed renewal does not lose it. */
const RENEW_SECONDS = 10;
const PURGE_SECONDS = 3_600;

export function syncTimer(deps: SyncDueFeedsDeps): Timer {
  return timer({ name: 'sync-due', seconds: SYNC_SECONDS }, () => syncDueFeeds(deps));
}

export function renewalTimer({
  leases,
  owner,
}: {
  readonly leases: SyncLeaseRepository;
  readonly owner: string;
}): Timer {
  const settings = { name: 'keep-leases', seconds: RENEW_SECONDS, runsWhileDraining: true };
  return timer(settings, () => leases.renew(owner));
}

export function purgeTimer(purge: () => Promise<void>): Timer {
  return timer({ name: 'sweep-old', seconds: PURGE_SECONDS }, purge);
}
