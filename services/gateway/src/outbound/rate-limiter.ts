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
import { openLocalAllowance } from '../domain/local-allowance.ts';
import type { LocalAllowance } from '../domain/local-allowance.ts';
import { WINDOW_SECONDS } from '../domain/request-limit.ts';
import type { RequestLimit } from '../domain/request-limit.ts';
import type { MonotonicClock, RateLimitDecision, RateLimiter, RequestCounter } from '../ports.ts';
import { createRecentEntries } from './recent-entries.ts';
import type { RecentEntries } from './recent-entries.ts';

export interface RateLimiterDeps {
  readonly counter: RequestCounter;
  /** How many gateway processes share the limits, as far as this one knows. */
  readonly processes: () => number;
  readonly now: MonotonicClock;
  readonly onUnavailable: (error: unknown) => void;
}

interface Bucket {
  allowance: Allowance;
  local: LocalAllowance | undefined;
  draw: Draw | undefined;
  /** Requests that wait for a draw, so that one draw can serve them all. */
  waiting: number;
  /** Admitted by this process while a draw was under way. The draw pays for them when it is answered after all. */
  owed: number;
}

interface Draw {
  /** False when the shared counter did not answer. */
  readonly answered: Promise<boolean>;
  /** As `answered`, or undefined where the answer takes longer than a request may wait. */
  readonly inTime: Promise<boolean | undefined>;
}

interface State extends RateLimiterDeps {
  readonly buckets: RecentEntries<Bucket>;
  /** The last draw was answered in time. Else no request waits for a draw. */
  isPrompt: boolean;
  /** After a failed draw the shared counter is not called before this time. */
  retryAt: number;
  countedLocally: number;
}

/** How long a request waits for the shared counter. */
const PATIENCE_MS = 25;
const RETRY_DELAY_MS = 1_000;
const MAX_BUCKETS = 50_000;

/** Spends budgets from memory, in slices drawn from the shared counter; see docs/decisions/0086. */
export function createRateLimiter(deps: RateLimiterDeps): RateLimiter {
  const buckets = createRecentEntries<Bucket>(MAX_BUCKETS);
  const state: State = {
    ...deps,
    buckets,
    isPrompt: true,
    retryAt: Number.NEGATIVE_INFINITY,
    countedLocally: 0,
  };
  return {
    spend(limit) {
      const bucket = buckets.get(limit.bucket) ?? addBucket(buckets, limit.bucket);
      const decision = decide(state, bucket, limit);
      if (decision !== undefined) return decision;
      const mayDraw = state.now() >= state.retryAt;
      if (mayDraw && state.isPrompt) return drawAndDecide(state, bucket, limit);
      if (mayDraw) draw(state, bucket, limit);
      return decideLocally(state, bucket, limit);
    },
    isExhausted(limit) {
      const bucket = buckets.get(limit.bucket);
      if (bucket === undefined) return false;
      const [now, status] = [state.now(), allowanceStatus(bucket.allowance, state.now())];
      if (status !== 'draw_needed' || state.isPrompt) return status === 'exhausted';
      return bucket.local !== undefined && bucket.local.permits <= 0 && now < bucket.local.resetAt;
    },
    takeCountedLocally() {
      const { countedLocally } = state;
      state.countedLocally = 0;
      return countedLocally;
    },
  };
}

/** Undefined when only the shared counter can decide. */
function decide(state: State, bucket: Bucket, limit: RequestLimit): RateLimitDecision | undefined {
  const now = state.now();
  const status = allowanceStatus(bucket.allowance, now);
  if (status === 'draw_needed') return undefined;
  if (status === 'exhausted')
    return { outcome: 'refused', isLocal: false, ...figuresOf(bucket.allowance, now) };
  bucket.allowance = takePermit(bucket.allowance);
  if (isRunningLow(bucket.allowance, limit.limit) && now >= state.retryAt) draw(state, bucket, limit);
  return { outcome: 'admitted', isLocal: false, ...figuresOf(bucket.allowance, now) };
}

/** Without the shared counter. */
function decideLocally(state: State, bucket: Bucket, { limit }: RequestLimit): RateLimitDecision {
  const now = state.now();
  const { allowance } = bucket;
  let { local } = bucket;
  if (local === undefined || now >= local.resetAt) {
    local = openLocalAllowance(allowance, limit, state.processes(), now);
    bucket.owed = 0;
  }
  const isSpent = now < allowance.resetAt && bucket.owed >= allowance.undrawn;
  const isAdmitted = local.permits > 0 && !isSpent;
  if (isAdmitted) local = { ...local, permits: local.permits - 1 };
  bucket.local = local;
  if (isAdmitted && bucket.draw !== undefined) bucket.owed += 1;
  state.countedLocally += 1;
  const figures = { remaining: local.permits, resetSeconds: secondsUntil(local.resetAt, now) };
  return { outcome: isAdmitted ? 'admitted' : 'refused', isLocal: true, ...figures };
}

async function drawAndDecide(state: State, bucket: Bucket, limit: RequestLimit): Promise<RateLimitDecision> {
  bucket.waiting += 1;
  try {
    // Terminates: each draw grants a permit to a waiting request, or finds the budget exhausted.
    while ((await draw(state, bucket, limit).inTime) === true) {
      const decision = decide(state, bucket, limit);
      if (decision !== undefined) return decision;
    }
    return decideLocally(state, bucket, limit);
  } finally {
    bucket.waiting -= 1;
  }
}

/** One draw at a time per bucket. */
function draw(state: State, bucket: Bucket, { bucket: name, limit }: RequestLimit): Draw {
  if (bucket.draw !== undefined) return bucket.draw;
  const permits = Math.max(sliceSize(limit), bucket.waiting, bucket.owed);
  const startedAt = state.now();
  const answered = state.counter
    .draw(name, permits, limit, WINDOW_SECONDS)
    .then((grant) => {
      state.isPrompt = state.now() - startedAt <= PATIENCE_MS;
      bucket.allowance = addGrant(bucket.allowance, grant, state.now());
      settle(bucket);
      return true;
    })
    .catch((error: unknown) => {
      state.isPrompt = false;
      state.retryAt = state.now() + RETRY_DELAY_MS;
      bucket.owed = 0;
      state.onUnavailable(error);
      return false;
    })
    .finally(() => {
      bucket.draw = undefined;
    });
  bucket.draw = { answered, inTime: withPatience(state, answered) };
  return bucket.draw;
}

async function withPatience(state: State, answered: Promise<boolean>): Promise<boolean | undefined> {
  const late = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => {
    state.isPrompt = false;
    late.resolve(undefined);
  }, PATIENCE_MS);
  try {
    return await Promise.race([answered, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** What was admitted while the answer was late is counted once, by the shared counter. */
function settle(bucket: Bucket): void {
  const paid = Math.min(bucket.owed, bucket.allowance.permits);
  bucket.allowance = { ...bucket.allowance, permits: bucket.allowance.permits - paid };
  if (bucket.local !== undefined) bucket.local = { ...bucket.local, permits: bucket.local.permits + paid };
  // A budget that is exhausted is not owed the rest: the caller waits for its end, and no longer.
  bucket.owed = bucket.allowance.undrawn === 0 ? 0 : bucket.owed - paid;
}

function figuresOf(allowance: Allowance, now: number): { remaining: number; resetSeconds: number } {
  return { remaining: remainingRequests(allowance), resetSeconds: secondsUntil(allowance.resetAt, now) };
}

function secondsUntil(resetAt: number, now: number): number {
  return Math.max(1, Math.ceil((resetAt - now) / 1000));
}

function addBucket(buckets: RecentEntries<Bucket>, name: string): Bucket {
  const bucket: Bucket = {
    allowance: emptyAllowance,
    local: undefined,
    draw: undefined,
    waiting: 0,
    owed: 0,
  };
  buckets.set(name, bucket);
  return bucket;
}
