import { retryDelay } from './retry-schedule.ts';

/** The result of one attempt, as the sender saw it. */
export interface AttemptResult {
  /** When the attempt began. */
  readonly at: Temporal.Instant;
  /** The HTTP status; null without an answer. */
  readonly status: number | null;
  readonly durationMs: number;
  /** Null for a success; otherwise a text without addresses and secrets. */
  readonly error: string | null;
  /** The beginning of the answer's body; absent where it was empty. */
  readonly answer?: string;
  readonly retryAfterSeconds?: number;
}

export type DeliveryDecision =
  | { readonly status: 'succeeded' | 'dead' }
  | { readonly status: 'pending'; readonly nextAttemptAt: Temporal.Instant };

/** 410 Gone: the receiver no longer exists (RFC 9110 §15.5.11). */
const GONE = 410;

export function isSuccess({ status }: AttemptResult): boolean {
  return status !== null && status >= 200 && status < 300;
}

export interface RetryState {
  /** Attempts of the current schedule before this one. */
  readonly attemptsBefore: number;
  /** From 0 to 1. */
  readonly random: number;
  readonly now: Temporal.Instant;
}

export function decideDelivery(
  result: AttemptResult,
  { attemptsBefore, random, now }: RetryState,
): DeliveryDecision {
  if (isSuccess(result)) return { status: 'succeeded' };
  const seconds =
    result.status === GONE ? undefined : retryDelay(attemptsBefore + 1, random, result.retryAfterSeconds);
  if (seconds === undefined) return { status: 'dead' };
  return { status: 'pending', nextAttemptAt: now.add({ milliseconds: Math.round(seconds * 1_000) }) };
}

/** The effect of attempts on the health of their endpoint. Times are the ends of the attempts. */
export interface EndpointHealth {
  readonly lastSuccessAt: Temporal.Instant | null;
  readonly lastFailureAt: Temporal.Instant | null;
  /** Failures since the last success among these attempts. */
  readonly consecutiveFailures: number;
  readonly failingSince: Temporal.Instant | null;
  readonly isGone: boolean;
}

/** Takes the results in the order in which the attempts ended. */
export function summarizeAttempts(results: readonly AttemptResult[]): EndpointHealth {
  const lastSuccess = results.findLastIndex(isSuccess);
  const failures = results.slice(lastSuccess + 1);
  return {
    lastSuccessAt: endOf(results[lastSuccess]),
    lastFailureAt: endOf(results.findLast((result) => !isSuccess(result))),
    consecutiveFailures: failures.length,
    failingSince: failures[0]?.at ?? null,
    isGone: results.some(({ status }) => status === GONE),
  };
}

function endOf(result: AttemptResult | undefined): Temporal.Instant | null {
  return result?.at.add({ milliseconds: result.durationMs }) ?? null;
}
