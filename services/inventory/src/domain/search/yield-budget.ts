/** About a millisecond of the processor: a short request of others waits so long at each of its steps. */
const WORK_BETWEEN_YIELDS = 300;

/** One for a request, whatever steps it has. Work is counted as in `work.ts`. */
export interface YieldBudget {
  /** True when so much was done since the last yield that other requests should run. */
  isSpentBy(work: number): boolean;
}

export function createYieldBudget(): YieldBudget {
  let sinceYield = 0;
  return {
    isSpentBy(work) {
      sinceYield += work;
      if (sinceYield < WORK_BETWEEN_YIELDS) return false;
      sinceYield = 0;
      return true;
    },
  };
}
