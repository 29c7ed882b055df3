import {
  allowanceStatus,
  isRunningLow,
  remainingRequests,
  takePermits,
} from '../../domain/limits/allowance.ts';
import { openLocalAllowance } from '../../domain/limits/local-allowance.ts';
import type { RequestLimit } from '../../domain/limits/request-limit.ts';
import type { BudgetLeft, RateLimitDecision, RateLimiter } from '../../ports/limits.ts';
import { draw, drawMissing, openBucket } from './draw-permits.ts';
import type { Bucket, DrawState, Level, RateLimiterDeps } from './draw-permits.ts';
import { createRecentEntries } from '../keys/recent-entries.ts';
import type { RecentEntries } from '../keys/recent-entries.ts';

interface State extends DrawState {
  readonly buckets: RecentEntries<Bucket>;
  countedLocally: number;
}

const MAX_BUCKETS = 50_000;

/** Spends budgets from memory, in slices drawn from the shared counter; see docs/decisions/0020-request-limits.md. */
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
    spend: (...limits) =>
      spend(
        state,
        limits.map((limit) => ({
          limit,
          bucket: buckets.get(limit.bucket) ?? addBucket(buckets, limit.bucket),
        })),
      ),
    debit(limits, requests) {
      const levels = limits.flatMap((limit) => ({ limit, bucket: buckets.get(limit.bucket) }));
      const left = levels.flatMap(({ limit, bucket }) =>
        bucket === undefined ? [] : (debit(state, { limit, bucket }, requests) ?? []),
      );
      return left.length === 0 ? undefined : tightest(left);
    },
    isExhausted: (...limits) => limits.some((limit) => isExhausted(state, limit)),
    takeCountedLocally() {
      const { countedLocally } = state;
      state.countedLocally = 0;
      return countedLocally;
    },
  };
}

function isExhausted(state: State, limit: RequestLimit): boolean {
  const bucket = state.buckets.get(limit.bucket);
  if (bucket === undefined) return false;
  const [now, status] = [state.now(), allowanceStatus(bucket.allowance, state.now())];
  if (status !== 'draw_needed' || state.isPrompt) return status === 'exhausted';
  return bucket.local !== undefined && bucket.local.permits <= 0 && now < bucket.local.resetAt;
}

function spend(state: State, levels: readonly Level[]): RateLimitDecision | Promise<RateLimitDecision> {
  const [only] = levels;
  const decision = levels.length === 1 && only !== undefined ? decideOne(state, only) : decide(state, levels);
  if (decision !== undefined) return decision;
  const mayDraw = state.now() >= state.retryAt;
  if (mayDraw && state.isPrompt) return drawAndDecide(state, levels);
  if (mayDraw) for (const level of undrawn(state, levels)) draw(state, level);
  return decideLocally(state, levels);
}

/**
 * A permit of each level, or of none where one of them is exhausted. Undefined when only the shared counter can decide.
 * Nothing is awaited between the look and the taking, so that no other request comes between.
 */
function decide(state: State, levels: readonly Level[]): RateLimitDecision | undefined {
  const now = state.now();
  const statuses = levels.map(({ bucket }) => allowanceStatus(bucket.allowance, now));
  const exhausted = levels[statuses.indexOf('exhausted')];
  if (exhausted !== undefined) return { outcome: 'refused', isLocal: false, ...figuresOf(exhausted, now) };
  if (statuses.includes('draw_needed')) return undefined;
  return tightest(levels.map((level) => take(state, level, now)));
}

/** The same for one budget, as a secret key has it: without lists. */
function decideOne(state: State, level: Level): RateLimitDecision | undefined {
  const now = state.now();
  const status = allowanceStatus(level.bucket.allowance, now);
  if (status === 'draw_needed') return undefined;
  if (status === 'exhausted') return { outcome: 'refused', isLocal: false, ...figuresOf(level, now) };
  return take(state, level, now);
}

function take(state: State, level: Level, now: number): RateLimitDecision {
  const { bucket, limit } = level;
  bucket.allowance = takePermits(bucket.allowance, 1);
  if (isRunningLow(bucket.allowance, limit.limit) && now >= state.retryAt) draw(state, level);
  const { remaining, resetSeconds } = figuresOf(level, now);
  return { outcome: 'admitted', isLocal: false, remaining, resetSeconds, limit: limit.limit };
}

/**
 * In each budget that is open: whether the shared counter decides on the next request is not known yet. What a budget has no
 * room for ends with its window.
 */
function debit(state: State, level: Level, requests: number): BudgetLeft | undefined {
  const { bucket, limit } = level;
  const now = state.now();
  const isLocal = bucket.local !== undefined && now < bucket.local.resetAt;
  if (isLocal) takeLocalPermits(bucket, requests);
  if (now < bucket.allowance.resetAt) {
    bucket.allowance = takePermits(bucket.allowance, requests);
    if (isRunningLow(bucket.allowance, limit.limit) && now >= state.retryAt) void drawMissing(state, level);
    if (!isLocal || state.isPrompt) return figuresOf(level, now);
  } else if (bucket.draw !== undefined) bucket.owed += requests;
  return isLocal ? localFiguresOf(level, now) : undefined;
}

/** Without the shared counter: this process decides for the levels whose permits here are spent. */
function decideLocally(state: State, levels: readonly Level[]): RateLimitDecision {
  const now = state.now();
  const unknown = undrawn(state, levels);
  state.countedLocally += 1;
  for (const level of unknown) openLocal(state, level, now);
  const spent = unknown.find(({ bucket }) => !hasLocalPermit(bucket, now));
  if (spent !== undefined) return localDecision('refused', spent, now);
  return tightest(
    levels.map((level) => (unknown.includes(level) ? takeLocal(level, now) : take(state, level, now))),
  );
}

function undrawn({ now }: State, levels: readonly Level[]): readonly Level[] {
  return levels.filter(({ bucket }) => allowanceStatus(bucket.allowance, now()) === 'draw_needed');
}

function openLocal(state: State, { bucket, limit }: Level, now: number): void {
  if (bucket.local !== undefined && now < bucket.local.resetAt) return;
  bucket.local = openLocalAllowance(bucket.allowance, limit.limit, state.processes(), now);
  bucket.owed = 0;
}

function hasLocalPermit({ allowance, local, owed }: Bucket, now: number): boolean {
  const isSpent = now < allowance.resetAt && owed >= remainingRequests(allowance);
  return local !== undefined && local.permits > 0 && !isSpent;
}

function takeLocal(level: Level, now: number): RateLimitDecision {
  const { bucket } = level;
  takeLocalPermits(bucket, 1);
  if (bucket.draw !== undefined) bucket.owed += 1;
  return localDecision('admitted', level, now);
}

function takeLocalPermits(bucket: Bucket, count: number): void {
  if (bucket.local !== undefined) bucket.local = { ...bucket.local, permits: bucket.local.permits - count };
}

function localDecision(outcome: RateLimitDecision['outcome'], level: Level, now: number): RateLimitDecision {
  return { outcome, isLocal: true, ...localFiguresOf(level, now) };
}

function localFiguresOf({ bucket, limit: { limit } }: Level, now: number): BudgetLeft {
  const { permits = 0, resetAt = now } = bucket.local ?? {};
  return { remaining: Math.max(0, permits), resetSeconds: secondsUntil(resetAt, now), limit };
}

async function drawAndDecide(state: State, levels: readonly Level[]): Promise<RateLimitDecision> {
  for (const { bucket } of levels) bucket.waiting += 1;
  try {
    // Terminates: each draw grants a permit to a waiting request, or finds a budget exhausted.
    for (let isPrompt = true; isPrompt;) {
      const answers = await Promise.all(undrawn(state, levels).map((level) => draw(state, level).inTime));
      const decision = decide(state, levels);
      if (decision !== undefined) return decision;
      isPrompt = answers.every((inTime) => inTime === true);
    }
    return decideLocally(state, levels);
  } finally {
    for (const { bucket } of levels) bucket.waiting -= 1;
  }
}

/** That of the level that refused, or has the least left. */
function tightest<Figures extends BudgetLeft>(all: readonly Figures[]): Figures {
  return all.reduce((one, other) => (other.remaining < one.remaining ? other : one));
}

function figuresOf({ bucket: { allowance }, limit: { limit } }: Level, now: number): BudgetLeft {
  return {
    remaining: remainingRequests(allowance),
    resetSeconds: secondsUntil(allowance.resetAt, now),
    limit,
  };
}

function secondsUntil(resetAt: number, now: number): number {
  return Math.max(1, Math.ceil((resetAt - now) / 1000));
}

function addBucket(buckets: RecentEntries<Bucket>, name: string): Bucket {
  const bucket = openBucket();
  buckets.set(name, bucket);
  return bucket;
}
