import type { MappedResource } from '../../domain/sync/blocks.ts';
import { evaluateRead } from '../../domain/sync/evaluate-read.ts';
import type { Evaluation } from '../../domain/sync/evaluate-read.ts';
import { readRecord } from '../../domain/sync/read-record.ts';
import type { Applied, FeedState, SyncLease } from '../../domain/sync/sync-lease.ts';
import { delayAfterOutage } from '../../domain/sync/sync-schedule.ts';
import { InventoryUnavailable } from '../../ports/neighbours.ts';
import type { ChannelsDeps } from '../../ports/deps.ts';
import type { ApplyAcceptedEventsDeps } from './apply-accepted-events.ts';
import { applyBlocks } from './apply-blocks.ts';
import { fetchFeed, parseFeed } from './fetch-feed.ts';
import type { FetchedFeed, FetchFeedDeps } from './fetch-feed.ts';
import { findMappedResources } from './find-mapped-resources.ts';
import { startOfRun } from './start-of-run.ts';
import type { RunTime } from './start-of-run.ts';

export type RefreshFeedDeps = ApplyAcceptedEventsDeps &
  FetchFeedDeps &
  Pick<ChannelsDeps, 'parser' | 'random' | 'intervalSeconds' | 'newId'>;

interface Refresh extends RunTime {
  readonly lease: SyncLease;
  readonly feed: FeedState;
  readonly resources: readonly MappedResource[];
  /** From the request to the answer of the feed's server. */
  readonly durationMs: number;
}

/** Fetches the feed, accepts its snapshot or keeps the last one, and applies to inventory what is accepted. */
export async function refreshFeed(deps: RefreshFeedDeps, lease: SyncLease, feed: FeedState): Promise<void> {
  const time = startOfRun(deps.clock);
  const resources = await findMappedResources(deps, lease);
  const sentAt = deps.clock.now();
  const fetched = await fetchFeed(deps, lease, feed, time.today);
  const durationMs = deps.clock.now().epochMilliseconds - sentAt.epochMilliseconds;
  await deps.applying.run(lease.tenantId, () =>
    completeRefresh(deps, { ...time, lease, feed, resources, durationMs }, fetched),
  );
}

async function completeRefresh(deps: RefreshFeedDeps, refresh: Refresh, fetched: FetchedFeed): Promise<void> {
  const { leases, feeds, parser } = deps;
  const { lease, now, today } = refresh;
  const accepted = await feeds.acceptedEvents(lease);
  const read = await parseFeed(parser, lease, fetched, now);
  const evaluation = evaluateRead(
    {
      ...refresh,
      accepted,
      failures: refresh.feed.failures,
      quarantine: refresh.feed.quarantine,
      intervalSeconds: deps.intervalSeconds,
      random: deps.random(),
      digest: deps.textDigest,
    },
    read,
  );
  const { result, events, changes } = evaluation;
  // Before inventory has the blocks: the conflicts that it reports of them are understood by the accepted events.
  if (result.kind === 'accepted' && !(await feeds.accept(lease, events, today))) return;
  const applied = await apply(deps, refresh, evaluation);
  const { durationMs } = refresh;
  const record = readRecord({ id: deps.newId(), createdAt: now, durationMs }, result, changes);
  await leases.completeRefresh(lease, { result, applied, read: record });
}

/** An outage of inventory does not lose the snapshot: it is stored, and applied by a later run without a fetch. */
async function apply(
  deps: RefreshFeedDeps,
  { lease, resources, today }: Refresh,
  { blocks }: Evaluation,
): Promise<Applied> {
  if (blocks === undefined) return { appliedDigest: lease.appliedDigest, blockCount: null };
  try {
    return await applyBlocks(deps, lease, { blocks, resources }, today);
  } catch (error) {
    if (!(error instanceof InventoryUnavailable)) throw error;
    return { retryInSeconds: delayAfterOutage(lease.outages + 1, deps.random()) };
  }
}
