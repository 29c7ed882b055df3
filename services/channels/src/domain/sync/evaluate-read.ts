import { blocksFor, sizeProblem } from './blocks.ts';
import type { Block, ImportedBlocks, MappedResource } from './blocks.ts';
import type { FeedEvent } from '../feeds/feed-event.ts';
import { evaluateSnapshot, quarantineMessage } from './evaluate-snapshot.ts';
import type { Quarantine } from './evaluate-snapshot.ts';
import { matchEvents, timeKey } from './match-events.ts';
import type { AcceptedEvent } from './match-events.ts';
import { changesBetween, NO_CHANGES } from './event-changes.ts';
import type { EventChanges } from './event-changes.ts';
import { delayAfterFailure, delayAfterSuccess } from './sync-schedule.ts';

/** The answer of a feed's server, parsed. */
export type FeedRead =
  | { readonly kind: 'rejected'; readonly message: string; readonly retryAfterSeconds?: number }
  /** 304: the last accepted snapshot still holds. */
  | { readonly kind: 'unchanged' }
  | FeedSnapshot;

interface FeedSnapshot {
  readonly kind: 'snapshot';
  readonly events: readonly FeedEvent[];
  readonly etag: string | null;
  readonly lastModified: string | null;
}

export interface EvaluationContext {
  readonly accepted: readonly AcceptedEvent[];
  readonly resources: readonly MappedResource[];
  readonly quarantine: Quarantine | null;
  /** Consecutive rejected fetches before this one. */
  readonly failures: number;
  readonly now: Temporal.Instant;
  /** `YYYY-MM-DD` in UTC. */
  readonly today: string;
  readonly intervalSeconds: number;
  /** In [0, 1). */
  readonly random: number;
  readonly digest: (text: string) => string;
}

/** The recorded outcome of a fetch. All kinds but `rejected` and `quarantined` end a series of failures. */
export type RefreshResult = { readonly refreshInSeconds: number } & (
  | {
      readonly kind: 'accepted';
      readonly eventCount: number;
      readonly etag: string | null;
      readonly lastModified: string | null;
      readonly fetchedOn: string;
    }
  | { readonly kind: 'unchanged'; readonly eventCount: number }
  | {
      readonly kind: 'quarantined';
      readonly message: string;
      readonly digest: string;
      readonly eventsBefore: number;
      readonly eventsNow: number;
    }
  | { readonly kind: 'rejected'; readonly message: string }
);

export interface Evaluation {
  readonly result: RefreshResult;
  /** The events that hold from now on: those of the snapshot where it is accepted, else the ones before. */
  readonly events: readonly AcceptedEvent[];
  /** Of the events that block something, where the snapshot is accepted. */
  readonly changes: EventChanges;
  /** Undefined where there are too many for one step of inventory. */
  readonly blocks: readonly Block[] | undefined;
}

export function evaluateRead(context: EvaluationContext, read: FeedRead): Evaluation {
  const { accepted, resources, now } = context;
  const problem =
    sizeProblem(read.kind === 'snapshot' ? read.events : [], resources) ?? sizeProblem(accepted, resources);
  if (problem !== undefined)
    return { result: rejected(context, problem), events: accepted, changes: NO_CHANGES, blocks: undefined };
  const current = blocksFor(accepted, resources, now);
  if (read.kind === 'snapshot') return evaluateRefresh(context, current, read);
  const result =
    read.kind === 'rejected'
      ? rejected(context, read.message, read.retryAfterSeconds)
      : ({
          kind: 'unchanged',
          eventCount: current.blocking.length,
          refreshInSeconds: regularDelay(context),
        } as const);
  return { result, events: accepted, changes: NO_CHANGES, blocks: current.blocks };
}

function evaluateRefresh(
  context: EvaluationContext,
  current: ImportedBlocks,
  { events: read, etag, lastModified }: FeedSnapshot,
): Evaluation {
  const { accepted, resources, now, today, quarantine, random } = context;
  const events = matchEvents(accepted, read, today);
  const next = blocksFor(events, resources, now);
  const counts = { before: current.blocking.length, now: next.blocking.length };
  const digest = context.digest(datesOf(read));
  const decision = evaluateSnapshot(counts, digest, quarantine, random);
  if (decision.kind === 'quarantined') {
    const found = { eventsBefore: counts.before, eventsNow: counts.now };
    const result = { ...decision, ...found, digest, message: quarantineMessage(counts) };
    return { result, events: accepted, changes: NO_CHANGES, blocks: current.blocks };
  }
  const validators = { etag, lastModified, fetchedOn: today };
  const refreshInSeconds = regularDelay(context);
  const result = { ...decision, eventCount: counts.now, ...validators, refreshInSeconds };
  return { result, events, changes: changesBetween(current.blocking, next.blocking), blocks: next.blocks };
}

function rejected(
  { intervalSeconds, failures, random }: EvaluationContext,
  message: string,
  retryAfterSeconds = 0,
): RefreshResult {
  const pace = { intervalSeconds, failures: failures + 1 };
  return { kind: 'rejected', message, refreshInSeconds: delayAfterFailure(pace, retryAfterSeconds, random) };
}

function regularDelay({ intervalSeconds, random }: EvaluationContext): number {
  return delayAfterSuccess(intervalSeconds, random);
}

/** Two snapshots agree when their dates do: some calendars make up new UIDs for each answer. */
function datesOf(events: readonly FeedEvent[]): string {
  return events
    .map(({ when }) => timeKey(when))
    .toSorted()
    .join('\n');
}
