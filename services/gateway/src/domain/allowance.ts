/** A budget belongs to a window that began with its first request; times are milliseconds of one steady clock. */
export interface Allowance {
  /** Drawn and not used yet. */
  readonly permits: number;
  /** What was left for everybody after the last draw. */
  readonly left: number;
  readonly resetAt: number;
}

export interface Drawn {
  readonly granted: number;
  readonly left: number;
  readonly resetInMs: number;
  /** This draw opened the window, so what was drawn before belongs to a window that is over. */
  readonly opened: boolean;
}

const MOVED_MS = 1_000;

export const nothingDrawn: Allowance = { permits: 0, left: 0, resetAt: Number.NEGATIVE_INFINITY };

export type Standing = 'permitted' | 'spent' | 'undrawn';

/** `undrawn`: only the shared count can tell. `spent`: nobody has anything left before the reset. */
export function idempotencyStatus(allowance: Allowance, now: number): Standing {
  if (now >= allowance.resetAt) return 'undrawn';
  if (allowance.permits > 0) return 'permitted';
  return allowance.left > 0 ? 'undrawn' : 'spent';
}

export function useOne(allowance: Allowance): Allowance {
  return { ...allowance, permits: allowance.permits - 1 };
}

export function addDrawn(allowance: Allowance, drawn: Drawn, now: number): Allowance {
  const resetAt = now + drawn.resetInMs;
  // Another process may have opened the next window; then the reset has moved by far more than a reply's delay.
  const isNewWindow = drawn.opened || now >= allowance.resetAt || resetAt > allowance.resetAt + MOVED_MS;
  const kept = isNewWindow ? 0 : allowance.permits;
  return { permits: kept + drawn.granted, left: drawn.left, resetAt };
}

/** A hundredth of the limit: small enough that what other processes hold unused hardly matters, 1 for a low limit. */
export function sliceOf(limit: number): number {
  return Math.min(1_000, Math.max(1, Math.floor(limit / 100)));
}

/** So few permits are at hand that the next slice should be under way before they are gone. */
export function isRunningLow(allowance: Allowance, limit: number): boolean {
  return allowance.left > 0 && allowance.permits < sliceOf(limit) / 4;
}

/** What a caller may still send before the reset, as far as this process knows. */
export function remainingOf(allowance: Allowance): number {
  return Math.max(0, allowance.permits) + allowance.left;
}
