/**
 * The part of a request budget that this process has drawn from the shared counter and not yet spent. A budget's window
 * opens with its first request. Times are milliseconds of one monotonic clock.
 */
export interface Allowance {
  /** Below 0: what dear requests took beyond the permits; the next draw pays for it. */
  readonly permits: number;
  /** Left in the shared counter after the last draw. */
  readonly undrawn: number;
  readonly resetAt: number;
}

/** The result of one draw from the shared counter. */
export interface Grant {
  readonly granted: number;
  readonly undrawn: number;
  readonly resetInMs: number;
  /** The draw opened a new window, so permits drawn earlier have expired. */
  readonly opened: boolean;
}

export type AllowanceStatus = 'available' | 'exhausted' | 'draw_needed';

export const emptyAllowance: Allowance = { permits: 0, undrawn: 0, resetAt: Number.NEGATIVE_INFINITY };

/** Another process may open the next window. Then the reset moves by far more than the delay of a reply. */
const NEW_WINDOW_SHIFT_MS = 1_000;

/** `exhausted`: no permit is left anywhere before the reset. */
export function allowanceStatus({ permits, undrawn, resetAt }: Allowance, now: number): AllowanceStatus {
  if (now >= resetAt) return 'draw_needed';
  if (permits > 0) return 'available';
  return undrawn > 0 ? 'draw_needed' : 'exhausted';
}

export function takePermits(allowance: Allowance, count: number): Allowance {
  return { ...allowance, permits: allowance.permits - count };
}

/** The minimum of permits in a draw before one of them admits a request. */
export function missingPermits({ permits }: Allowance): number {
  return Math.max(0, -permits);
}

export function addGrant(allowance: Allowance, grant: Grant, now: number): Allowance {
  const resetAt = now + grant.resetInMs;
  const isNewWindow =
    grant.opened || now >= allowance.resetAt || resetAt > allowance.resetAt + NEW_WINDOW_SHIFT_MS;
  const kept = isNewWindow ? 0 : allowance.permits;
  return { permits: kept + grant.granted, undrawn: grant.undrawn, resetAt };
}

/** A hundredth of the limit, so that permits drawn and left unused by other processes hardly matter; 1 for a low limit. */
export function sliceSize(limit: number): number {
  return Math.min(1_000, Math.max(1, Math.floor(limit / 100)));
}

/** The next slice should be drawn now, so that no request waits for it. */
export function isRunningLow(allowance: Allowance, limit: number): boolean {
  return allowance.undrawn > 0 && allowance.permits < sliceSize(limit) / 4;
}

/** Requests left before the reset, as far as this process knows. */
export function remainingRequests(allowance: Allowance): number {
  return Math.max(0, allowance.permits + allowance.undrawn);
}
