const WINDOW_MS = 10_000;
const SHARE = 0.1;
/** A quiet process may still try again a few times. */
const ALWAYS_ALLOWED = 10;

export interface RetryBudget {
  /** Counts a first try. */
  spend(): void;
  /** Takes one second try from the budget; false when none is left in this window. */
  take(): boolean;
}

export function retryBudget(now: () => number): RetryBudget {
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
    spend() {
      roll();
      first += 1;
    },
    take() {
      roll();
      if (second >= Math.max(ALWAYS_ALLOWED, first * SHARE)) return false;
      second += 1;
      return true;
    },
  };
}
