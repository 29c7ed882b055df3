/** A snapshot that lost too many events to be accepted at once, and how long ago it was first seen. */
export interface Quarantine {
  readonly digest: string;
  readonly forSeconds: number;
}

const QUARANTINE_SECONDS = { min: 60, max: 120 };

export type SnapshotDecision =
  | { readonly kind: 'accepted' }
  | { readonly kind: 'quarantined'; readonly refreshInSeconds: number };

/** Events that block something now, in the last accepted snapshot and in the new one. */
export interface EventCounts {
  readonly before: number;
  readonly now: number;
}

/**
 * Quarantines a snapshot that lost more than half of the events, until a fetch after at least a minute has the same
 * dates: calendars are cut short by faults of their servers far more often than by as many cancellations.
 * `digest` is of the dates of the snapshot; `random` lies in [0, 1).
 */
export function evaluateSnapshot(
  counts: EventCounts,
  digest: string,
  quarantine: Quarantine | null,
  random: number,
): SnapshotDecision {
  if (counts.now * 2 >= counts.before) return { kind: 'accepted' };
  const { min, max } = QUARANTINE_SECONDS;
  const elapsed = quarantine?.digest === digest ? quarantine.forSeconds : 0;
  if (elapsed >= min) return { kind: 'accepted' };
  return { kind: 'quarantined', refreshInSeconds: min - elapsed + random * (max - min) };
}

export function quarantineMessage({ before, now }: EventCounts): string {
  return `The calendar went from ${before} to ${now} events at once. The old ones stay; it is read again in a minute or two before the new ones are accepted.`;
}
