import { evaluateCancellation, refuse } from '@lodging/kernel';
import type { CancellationTerms, Refusal } from '@lodging/kernel';

/** Undefined: the cancellation costs what the guest has agreed to. */
export function changedPenalty(
  terms: CancellationTerms,
  expectedMinorUnits: bigint,
  at: Temporal.Instant,
): Refusal<'penalty_changed'> | undefined {
  const { penaltyMinorUnits } = evaluateCancellation(terms, at);
  if (penaltyMinorUnits === expectedMinorUnits) return undefined;
  return refuse('penalty_changed', 'The cancellation costs another amount now.', {
    penaltyMinorUnits: penaltyMinorUnits.toString(),
  }).refusal;
}
