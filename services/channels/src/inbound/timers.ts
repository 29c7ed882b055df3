import { timer } from '@lodging/kit-runtime';
import type { Timer } from '@lodging/kit-runtime';
import type { ChannelsDeps } from '../ports/deps.ts';
import { syncDueFeeds } from '../use-cases/sync/sync-due-feeds.ts';

const SYNC_SECONDS = 1;
/** A third of the lease, so that one failed renewal does not lose it. */
const RENEW_SECONDS = 10;
const PURGE_SECONDS = 3_600;

/** The first one is the sync timer, which `wakeSync` wakes. */
export function timers(deps: ChannelsDeps): [sync: Timer, ...others: Timer[]] {
  const { leases, owner, purgeOutbox } = deps;
  return [
    timer({ name: 'sync-due', seconds: SYNC_SECONDS }, () => syncDueFeeds(deps)),
    timer({ name: 'keep-leases', seconds: RENEW_SECONDS, runsWhileDraining: true }, () =>
      leases.renew(owner),
    ),
    timer({ name: 'purge-outbox', seconds: PURGE_SECONDS }, purgeOutbox),
  ];
}
