import {
  addGrant,
  allowanceStatus,
  emptyAllowance,
  missingPermits,
  sliceSize,
} from '../../domain/limits/allowance.ts';
import type { Allowance } from '../../domain/limits/allowance.ts';
import type { LocalAllowance } from '../../domain/limits/local-allowance.ts';
import { WINDOW_SECONDS } from '../../domain/limits/request-limit.ts';
import type { RequestLimit } from '../../domain/limits/request-limit.ts';
import type { MonotonicClock, RequestCounter } from '../../ports/limits.ts';

export interface RateLimiterDeps {
  readonly counter: RequestCounter;
  /** How many gateway processes share the limits, as far as this one knows. */
  readonly processes: () => number;
  readonly now: MonotonicClock;
  readonly onUnavailable: (error: unknown) => void;
}

export interface Bucket {
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

export interface DrawState extends RateLimiterDeps {
  /** The last draw was answered in time. Else no request waits for a draw. */
  isPrompt: boolean;
  /** After a failed draw the shared counter is not called before this time. */
  retryAt: number;
}

export interface Level {
  readonly bucket: Bucket;
  readonly limit: RequestLimit;
}

/** Timeout of a draw from the shared counter. */
const TIMEOUT_MS = 25;
const RETRY_DELAY_MS = 1_000;

/** One draw at a time per bucket. */
export function draw(state: DrawState, { bucket, limit: { bucket: name, limit } }: Level): Draw {
  if (bucket.draw !== undefined) return bucket.draw;
  const permits = missingPermits(bucket.allowance) + Math.max(sliceSize(limit), bucket.waiting, bucket.owed);
  const startedAt = state.now();
  const answered = state.counter
    .draw(name, permits, limit, WINDOW_SECONDS)
    .then((grant) => {
      state.isPrompt = state.now() - startedAt <= TIMEOUT_MS;
      bucket.allowance = addGrant(bucket.allowance, grant, state.now());
      repayOwed(bucket);
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
  bucket.draw = { answered, inTime: withTimeout(state, answered) };
  return bucket.draw;
}

async function withTimeout(state: DrawState, answered: Promise<boolean>): Promise<boolean | undefined> {
  const late = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => {
    state.isPrompt = false;
    late.resolve(undefined);
  }, TIMEOUT_MS);
  try {
    return await Promise.race([answered, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** The shared counter counts requests admitted during a late response once. */
function repayOwed(bucket: Bucket): void {
  const paid = Math.max(0, Math.min(bucket.owed, bucket.allowance.permits));
  bucket.allowance = { ...bucket.allowance, permits: bucket.allowance.permits - paid };
  if (bucket.local !== undefined) bucket.local = { ...bucket.local, permits: bucket.local.permits + paid };
  // A budget that is exhausted is not owed the rest: the caller waits for its end, and no longer.
  bucket.owed = bucket.allowance.undrawn === 0 ? 0 : bucket.owed - paid;
}

/** Other processes cannot spend what this one has debited. */
export async function drawMissing(state: DrawState, level: Level): Promise<void> {
  // Terminates: a draw that begins here requests all that is missing.
  while (await draw(state, level).answered) {
    const { allowance } = level.bucket;
    if (missingPermits(allowance) === 0 || allowanceStatus(allowance, state.now()) !== 'draw_needed') return;
  }
}

export function openBucket(): Bucket {
  return { allowance: emptyAllowance, local: undefined, draw: undefined, waiting: 0, owed: 0 };
}
