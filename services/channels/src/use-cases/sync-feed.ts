// sync-feed: one run for one connection. Reads the calendar, believes it or not, and tells the house what it takes.
import type { Clock } from '@lodging/kernel';
import { blocksFor, sizeProblem } from '../domain/blocks.ts';
import type { MappedResource, ImportedBlocks } from '../domain/blocks.ts';
import { doubtInWords, judgeReading } from '../domain/doubt-feed.ts';
import type { FeedEvent } from '../domain/feed-event.ts';
import { matchEvents, placeOf } from '../domain/match-events.ts';
import type { AcceptedEvent } from '../domain/match-events.ts';
import { afterFailure, afterOutage, afterSuccess } from '../domain/sync-pace.ts';
import { applyBlocks, findPlaces } from './apply-blocks.ts';
import type { ApplyBlocksDeps } from './apply-blocks.ts';
import { InventoryUnavailable } from './connection-ports.ts';
import type { SyncLease, SyncRecord } from './connection-ports.ts';
import { freeBlocks } from './free-blocks.ts';
import type { FeedFailure } from '../ports.ts';
import { fetchFeed, understandFeed } from './read-feed.ts';
import type { FeedFetched, FeedRead, ReadFeedDeps } from './read-feed.ts';
import type { TakeTurns } from './take-turns.ts';

export interface SyncFeedDeps extends ApplyBlocksDeps, ReadFeedDeps {
  readonly clock: Clock;
  /** In [0, 1). */
  readonly random: () => number;
  readonly digest: (text: string) => string;
  readonly intervalSeconds: number;
  /** Many calendars may be waited for at once; what is in them fills the memory, and is taken in by few at a time. */
  readonly inTurn: TakeTurns;
}

/** What is known of the connection, and when this run looks. */
interface Run {
  readonly deps: SyncFeedDeps;
  readonly lease: SyncLease;
  readonly places: readonly MappedResource[];
  readonly known: readonly AcceptedEvent[];
  /** By what is known. */
  readonly taken: ImportedBlocks;
  readonly now: Temporal.Instant;
  readonly today: string;
}

interface Finding {
  readonly events: readonly AcceptedEvent[];
  readonly taken: ImportedBlocks;
  readonly record: Reading;
}

/** What a run found in the calendar, before the house was told. */
type Reading = Omit<SyncRecord, 'appliedAs' | 'toldAgainInSeconds'>;

export async function syncFeed(deps: SyncFeedDeps, lease: SyncLease): Promise<void> {
  try {
    if (lease.isDeleted) return await freeBlocks(deps, lease);
    await run(deps, lease);
  } catch (error) {
    if (!(error instanceof InventoryUnavailable)) throw error;
    await deps.queue.putBack(lease, afterOutage(lease.outages + 1, deps.random()));
  }
}

async function run(deps: SyncFeedDeps, lease: SyncLease): Promise<void> {
  const { queue, clock, inTurn } = deps;
  const now = clock.now();
  const today = now.toZonedDateTimeISO('UTC').toPlainDate().toString();
  const places = await findPlaces(deps, lease);
  if (lease.isPaused || lease.isOnlyToTell) {
    return inTurn(async () => {
      const known = await queue.believed(lease);
      const isTooMuch = sizeProblem(known, places) !== undefined;
      const { blocks } = blocksFor(isTooMuch ? [] : known, places, now);
      const appliedAs = isTooMuch
        ? (lease.appliedAs ?? '')
        : await applyBlocks(deps, lease, { blocks, places }, today);
      await queue.rest(lease, appliedAs);
    });
  }
  const fetched = await fetchFeed(deps, lease, today);
  await inTurn(() => takeIn({ deps, lease, places, now, today }, fetched));
}

async function takeIn(circumstances: Omit<Run, 'known' | 'taken'>, fetched: FeedFetched): Promise<void> {
  const { deps, lease, places, now, today } = circumstances;
  const { queue, parser } = deps;
  const known = await queue.believed(lease);
  const read = await understandFeed(parser, lease, fetched, now);
  const words = sizeProblem(read.kind === 'read' ? read.events : [], places) ?? sizeProblem(known, places);
  if (words !== undefined) {
    const refused = afterRefusal(deps, lease, { message: words });
    return queue.finish(lease, { ...refused, appliedAs: lease.appliedAs, toldAgainInSeconds: null });
  }
  const run = { ...circumstances, known, taken: blocksFor(known, places, now) };
  const { events, taken, record } = judge(run, read);
  // Before inventory is told: what it says in return is understood by what is believed here.
  if (events !== known && !(await queue.believe(lease, events, today))) return;
  await queue.finish(lease, { ...record, ...(await tell(run, taken)) });
}

/** What was read is not lost with an outage, nor read again for it. */
async function tell(
  { deps, lease, places, today }: Run,
  { blocks }: ImportedBlocks,
): Promise<Pick<SyncRecord, 'appliedAs' | 'toldAgainInSeconds'>> {
  try {
    const appliedAs = await applyBlocks(deps, lease, { blocks, places }, today);
    return { appliedAs, toldAgainInSeconds: null };
  } catch (error) {
    if (!(error instanceof InventoryUnavailable)) throw error;
    return { appliedAs: null, toldAgainInSeconds: afterOutage(lease.outages + 1, deps.random()) };
  }
}

function judge(run: Run, read: FeedRead): Finding {
  const { deps, lease, known, taken } = run;
  if (read.kind === 'failed')
    return { events: known, taken, record: afterRefusal(deps, lease, read.failure) };
  if (read.kind === 'read') return judgeEvents(run, read);
  return { events: known, taken, record: { ...good(run), eventCount: taken.count } };
}

function afterRefusal(
  deps: SyncFeedDeps,
  lease: SyncLease,
  { message, retryAfterSeconds = 0 }: FeedFailure,
): Reading {
  const failures = lease.failures + 1;
  const pace = { intervalSeconds: deps.intervalSeconds, failures };
  const againInSeconds = afterFailure(pace, retryAfterSeconds, deps.random());
  return { ...asBefore(lease), failures, lastError: message, againInSeconds };
}

function judgeEvents(run: Run, read: Extract<FeedRead, { kind: 'read' }>): Finding {
  const { deps, lease, known, places, now, today } = run;
  const events = matchEvents(known, read.events, today);
  const taken = blocksFor(events, places, now);
  const counts = { before: run.taken.count, now: taken.count };
  const doubted = deps.digest(datesOf(read.events));
  const belief = judgeReading(counts, doubted, lease.doubt, deps.random());
  if (belief.kind === 'doubted') {
    const { againInSeconds } = belief;
    const record = { ...asBefore(lease), doubted, lastError: doubtInWords(counts), againInSeconds };
    return { events: known, taken: run.taken, record };
  }
  const { etag, lastModified } = read;
  const record = { ...good(run), eventCount: counts.now, etag, lastModified, readOn: today };
  return { events, taken, record };
}

/** Two readings agree when they say the same of when; some calendars make up new UIDs each time. */
function datesOf(events: readonly FeedEvent[]): string {
  return events
    .map(({ when }) => placeOf(when))
    .toSorted()
    .join('\n');
}

function good({ deps, lease }: Run): Reading {
  const againInSeconds = afterSuccess(deps.intervalSeconds, deps.random());
  return { ...asBefore(lease), lastError: null, failures: 0, doubted: null, againInSeconds };
}

function asBefore(lease: SyncLease): Omit<Reading, 'lastError' | 'againInSeconds'> {
  const { failures, eventCount, etag, lastModified, readOn, doubt } = lease;
  return {
    failures,
    eventCount,
    etag,
    lastModified,
    readOn,
    doubted: doubt?.digest ?? null,
  };
}
