import type { Result } from '@lodging/kernel';

/** Covers a request of payments to its provider. */
export const PROVIDER = { timeoutMs: 12_000 };

/** The contract of these operations has no refusals. */
export function valueOf<T>(answer: Result<T>): T {
  if (answer.ok) return answer.value;
  throw new Error(`payments answered with an undeclared refusal: ${answer.refusal.code}`);
}
