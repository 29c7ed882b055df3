import type { RefreshResult } from './evaluate-read.ts';
import type { EventChanges } from './event-changes.ts';

/** One fetch of a feed, and what it came to. */
export interface ReadRecord extends EventChanges {
  readonly id: string;
  readonly createdAt: Temporal.Instant;
  readonly outcome: RefreshResult['kind'];
  /** Events of the feed that block something; 0 where it was rejected. */
  readonly events: number;
  /** From the request to the answer of the feed's server. */
  readonly durationMs: number;
  readonly error: string | null;
}

/** How many reads of a connection are kept. */
export const KEPT_READS = 200;

export function readRecord(
  read: Pick<ReadRecord, 'id' | 'createdAt' | 'durationMs'>,
  result: RefreshResult,
  changes: EventChanges,
): ReadRecord {
  const error = result.kind === 'rejected' || result.kind === 'quarantined' ? result.message : null;
  return { ...read, ...changes, outcome: result.kind, events: eventsOf(result), error };
}

function eventsOf(result: RefreshResult): number {
  if (result.kind === 'rejected') return 0;
  return result.kind === 'quarantined' ? result.eventsNow : result.eventCount;
}
