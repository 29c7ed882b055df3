import type { Grant } from '../domain/limits/allowance.ts';
import type { RequestLimits } from '../domain/limits/request-limit.ts';

export interface RateLimiter {
  /**
   * Spends one request of each of the budgets, or of none where one of them is spent. Not a promise for most requests.
   * Never rejects.
   */
  spend(...limits: RequestLimits): RateLimitDecision | Promise<RateLimitDecision>;
  /**
   * Takes more requests from the budgets of an admitted request, without waiting. An overdraft ends with the window of its
   * budget. Returns what is left; undefined where the windows have ended.
   */
  debit(limits: RequestLimits, requests: number): BudgetLeft | undefined;
  /** One of the budgets is known to be spent, so that `spend` would refuse. Requests and counts nothing. */
  isExhausted(...limits: RequestLimits): boolean;
  /** The number of requests that this process alone has counted since the last call. */
  takeCountedLocally(): number;
}

/** Of the budget that refused, or has the least left. */
export interface BudgetLeft {
  readonly limit: number;
  readonly remaining: number;
  readonly resetSeconds: number;
}

export interface RateLimitDecision extends BudgetLeft {
  readonly outcome: 'admitted' | 'refused';
  /** The shared counter did not answer in time, so this process decided by itself. */
  readonly isLocal: boolean;
}

/** The request counter that all gateway processes share. Rejects when it does not answer. */
export interface RequestCounter {
  draw(bucket: string, permits: number, limit: number, windowSeconds: number): Promise<Grant>;
}

/** The number of gateway processes that share the request limits. */
export interface InstanceCount {
  /** Registers this process and reads the number of processes. Rejects when Redis does not answer. */
  report(): Promise<void>;
  /** The number at the last report; before the first, the setting GATEWAY_PROCESSES. */
  count(): number;
}

/** Milliseconds of a monotonic clock. */
export type MonotonicClock = () => number;
