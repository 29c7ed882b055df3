// sync-feed: one run for one connection. Reads the calendar, believes it or not, and tells the house what it takes.
import type { Clock } from '@lodging/kernel';
import { countBlocking } from '../domain/blocks-of.ts';
import type { Place } from '../domain/blocks-of.ts';
import { doubtInWords, judgeReading } from '../domain/doubt-feed.ts';
import type { FeedEvent } from '../domain/feed-event.ts';
import { keepKeys, placeOf } from '../domain/keep-keys.ts';
import type { KnownEvent } from '../domain/keep-keys.ts';
import { afterFailure, afterOwnOutage, afterSuccess } from '../domain/sync-pace.ts';
import { applyBlocks, findPlaces } from './apply-blocks.ts';
import type { ApplyBlocksNeeds } from './apply-blocks.ts';
import { HouseAway } from './connection-ports.ts';
import type { SyncLease, SyncRecord } from './connection-ports.ts';
import { freeBlocks } from './free-blocks.ts';
import { readFeed } from './read-feed.ts';
import type { FeedRead, ReadFeedNeeds } from './read-feed.ts';

export interface SyncFeedNeeds extends ApplyBlocksNeeds, ReadFeedNeeds {
  readonly clock: Clock;
  /** In [0, 1). */
  readonly random: () => number;
  readonly digest: (text: string) => string;
  readonly intervalSeconds: number;
}

/** What is known of the connection, and when this run looks. */
interface Run {
  readonly needs: SyncFeedNeeds;
  readonly lease: SyncLease;
  readonly places: readonly Place[];
  readonly known: readonly KnownEvent[];
  readonly now: Temporal.Instant;
  readonly today: string;
}

type Finding = { readonly events: readonly KnownEvent[]; readonly record: Omit<SyncRecord, 'appliedAs'> };

export async function syncFeed(needs: SyncFeedNeeds, lease: SyncLease): Promise<void> {
  try {
    if (lease.isDeleted) return await freeBlocks(needs, lease);
    await run(needs, lease);
  } catch (error) {
    if (!(error instanceof HouseAway)) throw error;
    const againInSeconds = afterOwnOutage(needs.intervalSeconds, needs.random());
    if (lease.isPaused || lease.isDeleted) return await needs.queue.putBack(lease, againInSeconds);
    const lastError =
      'The house did not take the calendar in, through no fault of yours; it tries again soon.';
    await needs.queue.finish(lease, { ...asBefore(lease), lastError, againInSeconds, appliedAs: null });
  }
}

async function run(needs: SyncFeedNeeds, lease: SyncLease): Promise<void> {
  const { queue, clock } = needs;
  const now = clock.now();
  const today = now.toZonedDateTimeISO('UTC').toPlainDate().toString();
  const places = await findPlaces(needs, lease);
  const known = await queue.believed(lease);
  if (lease.isPaused)
    return queue.rest(lease, await applyBlocks(needs, lease, { places, events: known, now }));

  const circumstances = { needs, lease, places, known, now, today };
  const { events, record } = judge(circumstances, await readFeed(needs, lease, { now, today }));
  // Before inventory is told: what it says in return is understood by what is believed here.
  if (events !== known && !(await queue.believe(lease, events, today))) return;
  const appliedAs = await applyBlocks(needs, lease, { places, events, now });
  await queue.finish(lease, { ...record, appliedAs });
}

function judge(run: Run, read: FeedRead): Finding {
  const { needs, lease, known, places, now } = run;
  if (read.kind === 'failed') {
    const failures = lease.failures + 1;
    const pace = { intervalSeconds: needs.intervalSeconds, failures };
    const againInSeconds = afterFailure(pace, read.failure.retryAfterSeconds ?? 0, needs.random());
    const record = { ...asBefore(lease), failures, lastError: read.failure.words, againInSeconds };
    return { events: known, record };
  }
  if (read.kind === 'read') return judgeEvents(run, read);
  const eventCount = countBlocking(known, places, now);
  return { events: known, record: { ...good(run), eventCount, readOn: lease.readOn } };
}

function judgeEvents(run: Run, read: Extract<FeedRead, { kind: 'read' }>): Finding {
  const { needs, lease, known, places, now, today } = run;
  const events = keepKeys(known, read.events, today);
  const counts = {
    before: countBlocking(known, places, now),
    now: countBlocking(events, places, now),
  };
  const doubted = needs.digest(datesOf(read.events));
  const belief = judgeReading(counts, doubted, lease.doubt, needs.random());
  if (belief.kind === 'doubted') {
    const { againInSeconds } = belief;
    const record = { ...asBefore(lease), doubted, lastError: doubtInWords(counts), againInSeconds };
    return { events: known, record };
  }
  const { etag, lastModified } = read;
  const record = { ...good(run), eventCount: counts.now, etag, lastModified, readOn: today };
  return { events, record };
}

/** Two readings agree when they say the same of when; some calendars make up new UIDs each time. */
function datesOf(events: readonly FeedEvent[]): string {
  return events
    .map(({ when }) => placeOf(when))
    .toSorted()
    .join('\n');
}

function good({ needs, lease }: Run): Omit<SyncRecord, 'appliedAs'> {
  const againInSeconds = afterSuccess(needs.intervalSeconds, needs.random());
  return { ...asBefore(lease), lastError: null, failures: 0, doubted: null, againInSeconds };
}

function asBefore(lease: SyncLease): Omit<SyncRecord, 'lastError' | 'againInSeconds'> {
  const { failures, eventCount, etag, lastModified, readOn, appliedAs, doubt } = lease;
  return {
    failures,
    eventCount,
    etag,
    lastModified,
    readOn,
    appliedAs,
    doubted: doubt?.digest ?? null,
  };
}
