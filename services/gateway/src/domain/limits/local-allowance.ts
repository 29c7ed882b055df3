import { remainingRequests } from './allowance.ts';
import type { Allowance } from './allowance.ts';
import { WINDOW_SECONDS } from './request-limit.ts';

/**
 * The share of a budget that this process admits while the shared counter does not answer. All processes together admit
 * at most the limit so, and the shared counter has granted at most the limit before: a caller gets twice its limit at most.
 */
export interface LocalAllowance {
  readonly permits: number;
  readonly resetAt: number;
}

/** Of a window that the shared counter has opened, the share of what it had left; else the share of a new window. */
export function openLocalAllowance(
  shared: Allowance,
  limit: number,
  processes: number,
  now: number,
): LocalAllowance {
  const isOpen = now < shared.resetAt;
  const budget = isOpen ? remainingRequests(shared) : limit;
  // One at least: a low limit must not shut a caller out.
  const permits = Math.max(1, Math.floor(budget / Math.max(1, processes)));
  return { permits, resetAt: isOpen ? shared.resetAt : now + WINDOW_SECONDS * 1000 };
}
