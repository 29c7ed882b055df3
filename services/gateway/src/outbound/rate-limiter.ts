import {
  addGrant,
  allowanceStatus,
  emptyAllowance,
  isRunningLow,
  remainingRequests,
  sliceSize,
  takePermit,
} from '../domain/allowance.ts';
import type { Allowance } from '../domain/allowance.ts';
import { WINDOW_SECONDS } from '../domain/request-limit.ts';
import type { RequestLimit } from '../domain/request-limit.ts';
import type { MonotonicClock, RateLimitDecision, RateLimiter, RequestCounter } from '../ports.ts';

export interface RateLimiterDeps {
  readonly counter: RequestCounter;
  readonly now: MonotonicClock;
  readonly onUnavailable: (error: unknown) => void;
}

interface Bucket {
  allowance: Allowance;
  draw: Promise<boolean> | undefined;
  /** Requests that wait for a draw, so that one draw can serve them all. */
  waiting: number;
}

interface State extends RateLimiterDeps {
  readonly buckets: Map<string, Bucket>;
  /** After a failed draw the shared counter is not called before this time. */
  retryAt: number;
  uncounted: number;
}

const RETRY_DELAY_MS = 1_000;
const MAX_BUCKETS = 50_000;

/** Spends budgets from memory, in slices drawn from the shared counter; see docs/decisions/0020. */
export function createRateLimiter(deps: RateLimiterDeps): RateLimiter {
  const state: State = { ...deps, buckets: new Map(), retryAt: Number.NEGATIVE_INFINITY, uncounted: 0 };
  return {
    spend(limit) {
      const bucket = state.buckets.get(limit.bucket) ?? addBucket(state, limit.bucket);
      const decision = decide(state, bucket, limit);
      if (decision !== undefined) return decision;
      return state.now() < state.retryAt ? admitUncounted(state) : drawAndDecide(state, bucket, limit);
    },
    takeUncounted() {
      const { uncounted } = state;
      state.uncounted = 0;
      return uncounted;
    },
  };
}

/** Undefined when only the shared counter can decide. */
function decide(state: State, bucket: Bucket, limit: RequestLimit): RateLimitDecision | undefined {
  const now = state.now();
  const status = allowanceStatus(bucket.allowance, now);
  if (status === 'draw_needed') return undefined;
  if (status === 'exhausted') return { outcome: 'refused', ...figuresOf(bucket.allowance, now) };
  bucket.allowance = takePermit(bucket.allowance);
  if (isRunningLow(bucket.allowance, limit.limit) && now >= state.retryAt) void draw(state, bucket, limit);
  return { outcome: 'admitted', ...figuresOf(bucket.allowance, now) };
}

async function drawAndDecide(state: State, bucket: Bucket, limit: RequestLimit): Promise<RateLimitDecision> {
  bucket.waiting += 1;
  try {
    // Terminates: each draw grants a permit to a waiting request, or finds the budget exhausted.
    while (await draw(state, bucket, limit)) {
      const decision = decide(state, bucket, limit);
      if (decision !== undefined) return decision;
    }
    return admitUncounted(state);
  } finally {
    bucket.waiting -= 1;
  }
}

/** False when the shared counter did not answer. One draw at a time per bucket. */
function draw(state: State, bucket: Bucket, { bucket: name, limit }: RequestLimit): Promise<boolean> {
  const permits = Math.max(sliceSize(limit), bucket.waiting);
  bucket.draw ??= state.counter
    .draw(name, permits, limit, WINDOW_SECONDS)
    .then((grant) => {
      bucket.allowance = addGrant(bucket.allowance, grant, state.now());
      return true;
    })
    .catch((error: unknown) => {
      state.retryAt = state.now() + RETRY_DELAY_MS;
      state.onUnavailable(error);
      return false;
    })
    .finally(() => {
      bucket.draw = undefined;
    });
  return bucket.draw;
}

function admitUncounted(state: State): RateLimitDecision {
  state.uncounted += 1;
  return { outcome: 'uncounted' };
}

function figuresOf(allowance: Allowance, now: number): { remaining: number; resetSeconds: number } {
  const resetSeconds = Math.max(1, Math.ceil((allowance.resetAt - now) / 1000));
  return { remaining: remainingRequests(allowance), resetSeconds };
}

/** Buckets whose window is over are dropped first, then the oldest, which lose the permits they had drawn. */
function addBucket({ buckets, now }: State, name: string): Bucket {
  if (buckets.size >= MAX_BUCKETS) {
    const time = now();
    for (const [expired, { allowance }] of buckets) if (time >= allowance.resetAt) buckets.delete(expired);
    for (const oldest of buckets.keys()) {
      if (buckets.size < MAX_BUCKETS) break;
      buckets.delete(oldest);
    }
  }
  const bucket: Bucket = { allowance: emptyAllowance, draw: undefined, waiting: 0 };
  buckets.set(name, bucket);
  return bucket;
}
