import { deadlineOf } from './anchor.ts';
import type { Anchor } from './anchor.ts';
import { penaltyAmount } from './penalty.ts';
import type { PenalizedBill } from './penalty.ts';
import type { CancellationPolicy, Penalty } from './policy.ts';

/** What was agreed when the stay was sold. */
export interface CancellationTerms {
  readonly policy: CancellationPolicy;
  readonly anchor: Anchor;
  readonly bill: PenalizedBill;
  /** Null before the confirmation: there is no grace then. */
  readonly confirmedAt: Temporal.Instant | null;
  /** What a cancellation, or a no-show, costs at least: what it cost when the stay was changed. */
  readonly floorMinorUnits?: bigint;
}

/** The index of a step, or what else decided. */
export type CancellationStep = number | 'afterwards' | 'grace' | 'no_show';

export interface PenaltyEvaluation {
  readonly step: CancellationStep;
  readonly penaltyMinorUnits: bigint;
}

/** What a cancellation at `at` costs. At a deadline itself the next step holds. */
export function evaluateCancellation(terms: CancellationTerms, at: Temporal.Instant): PenaltyEvaluation {
  const { policy, anchor } = terms;
  const grace = graceUntil(terms);
  if (grace !== null && isBefore(at, grace))
    return { step: 'grace', penaltyMinorUnits: atLeastFloor(terms, 0n) };
  const index = policy.steps.findIndex(({ before }) => isBefore(at, deadlineOf(anchor, before)));
  const step = policy.steps[index];
  return step === undefined
    ? evaluated('afterwards', policy.afterwards, terms)
    : evaluated(index, step.penalty, terms);
}

/** Before the anchor a guest cannot have stayed away: it is a cancellation then. */
export function evaluateNoShow(terms: CancellationTerms, at: Temporal.Instant): PenaltyEvaluation {
  return isBefore(at, terms.anchor.at)
    ? evaluateCancellation(terms, at)
    : evaluated('no_show', terms.policy.noShow, terms);
}

/** The end of the grace; null where there is none. */
export function graceUntil({ policy, anchor, confirmedAt }: CancellationTerms): Temporal.Instant | null {
  if (confirmedAt === null || policy.graceMinutes === 0) return null;
  const latest = anchor.at.subtract({ hours: policy.graceMinHoursBefore });
  return isBefore(latest, confirmedAt) ? null : confirmedAt.add({ minutes: policy.graceMinutes });
}

/** The moments after `at` at which another step may begin to hold, in order. */
export function deadlinesAfter(terms: CancellationTerms, at: Temporal.Instant): Temporal.Instant[] {
  const { policy, anchor } = terms;
  const deadlines = [graceUntil(terms), ...policy.steps.map(({ before }) => deadlineOf(anchor, before))];
  return deadlines
    .filter((deadline) => deadline !== null)
    .filter((deadline) => isBefore(at, deadline))
    .toSorted((one, other) => Temporal.Instant.compare(one, other));
}

function evaluated(step: CancellationStep, penalty: Penalty, terms: CancellationTerms): PenaltyEvaluation {
  return { step, penaltyMinorUnits: atLeastFloor(terms, penaltyAmount(penalty, terms.bill)) };
}

export function atLeastFloor(
  { floorMinorUnits = 0n }: Pick<CancellationTerms, 'floorMinorUnits'>,
  penalty: bigint,
): bigint {
  return penalty < floorMinorUnits ? floorMinorUnits : penalty;
}

function isBefore(one: Temporal.Instant, other: Temporal.Instant): boolean {
  return Temporal.Instant.compare(one, other) < 0;
}
