const WINDOW_MS = 10_000;
const SHARE = 0.1;
/** A process with few requests may still retry some. */
const ALWAYS_ALLOWED = 10;

export interface RetryBudget {
  /** Counts a first attempt. */
  countRequest(): void;
  /** Takes a second attempt from the budget; false when none is left in this window. */
  takeRetry(): boolean;
}

/** Limits second attempts to a share of the requests, so that an overloaded service is not overloaded further. */
export function createRetryBudget(now: () => number): RetryBudget {
  let windowEnds = 0;
  let first = 0;
  let second = 0;
  const roll = (): void => {
    const time = now();
    if (time < windowEnds) return;
    windowEnds = time + WINDOW_MS;
    first = 0;
    second = 0;
  };
  return {
    countRequest() {
      roll();
      first += 1;
    },
    takeRetry() {
      roll();
      if (second >= Math.max(ALWAYS_ALLOWED, first * SHARE)) return false;
      second += 1;
      return true;
    },
  };
}
