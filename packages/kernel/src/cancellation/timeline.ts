import { deadlinesAfter, evaluateCancellation } from './evaluate-cancellation.ts';
import type { CancellationTerms } from './evaluate-cancellation.ts';

/** A time in which a cancellation costs the same; it begins where the one before it ends. */
export interface PenaltySpan {
  /** Exclusive; null has no end. */
  readonly until: Temporal.Instant | null;
  readonly penaltyMinorUnits: bigint;
}

export type Refundability = 'refundable' | 'partially_refundable' | 'non_refundable';

/** From `from` on: what is past is left out, and neighbours of equal penalties are one. */
export function penaltyTimeline(terms: CancellationTerms, from: Temporal.Instant): PenaltySpan[] {
  const deadlines = deadlinesAfter(terms, from);
  const spans = [from, ...deadlines].map((start, index) => ({
    until: deadlines[index] ?? null,
    penaltyMinorUnits: evaluateCancellation(terms, start).penaltyMinorUnits,
  }));
  return spans.filter((span, index) => span.penaltyMinorUnits !== spans[index + 1]?.penaltyMinorUnits);
}

/** Whether cancelling is free at all times, costs all at all times, or neither. */
export function refundabilityOf(
  timeline: readonly PenaltySpan[],
  { totalMinorUnits }: { readonly totalMinorUnits: bigint },
): Refundability {
  if (timeline.every(({ penaltyMinorUnits }) => penaltyMinorUnits === 0n)) return 'refundable';
  return timeline.every(({ penaltyMinorUnits }) => penaltyMinorUnits >= totalMinorUnits)
    ? 'non_refundable'
    : 'partially_refundable';
}

/** The end of the first time without a penalty; null where there is none, or it has no end. */
export function freeUntilOf(timeline: readonly PenaltySpan[]): Temporal.Instant | null {
  return timeline.find(({ penaltyMinorUnits }) => penaltyMinorUnits === 0n)?.until ?? null;
}
