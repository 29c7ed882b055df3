import { ProblemError } from '@lodging/kit-http';
import type { RequestLimits } from '../../domain/limits/request-limit.ts';

/**
 * How many requests of a route run at a time with a publishable key. Their work is counted when they end, so without it a
 * client that sends many at once has them all run before the first is counted.
 */
export interface InProgressLimit {
  /** Of one narrowest network of clients; wider ones have as many times more as of requests. */
  readonly most: number;
  /** Absent: every request of the route counts. */
  readonly appliesTo?: (request: { readonly query: unknown; readonly body: unknown }) => boolean;
}

/** Runs the work as a request of the budgets. Of this process: each process has its own. */
export type InProgressLimiter = <T>(limits: RequestLimits, work: () => Promise<T>) => Promise<T>;

/** A request above the limit is not queued: a client that sends many at once would still have them all run. */
const RETRY_AFTER_SECONDS = 1;

/** Throws `rate_limited` while as many requests of one of the budgets are in progress as may be. */
export function createInProgressLimiter({ most }: Pick<InProgressLimit, 'most'>): InProgressLimiter {
  const running = new Map<string, number>();
  const countOf = (bucket: string) => running.get(bucket) ?? 0;
  return async (limits, work) => {
    const [{ limit: narrowest }] = limits;
    const isFull = limits.some(({ bucket, limit }) => countOf(bucket) >= most * (limit / narrowest));
    if (isFull) throw tooMany(most);
    for (const { bucket } of limits) running.set(bucket, countOf(bucket) + 1);
    try {
      return await work();
    } finally {
      for (const { bucket } of limits) {
        const left = countOf(bucket) - 1;
        if (left > 0) running.set(bucket, left);
        else running.delete(bucket);
      }
    }
  };
}

function tooMany(most: number): ProblemError {
  const detail = `With a publishable key, a client network may have ${most} such requests in progress.`;
  return new ProblemError({
    code: 'rate_limited',
    detail,
    extra: { retryAfterSeconds: RETRY_AFTER_SECONDS },
  });
}

/** Looking for stays near a refused one is what makes such a request dear. */
export const withAlternatives: InProgressLimit = {
  most: 2,
  appliesTo: ({ query, body }) => hasAlternatives(query) || hasAlternatives(body),
};

/** What is no number is refused when it is parsed. */
function hasAlternatives(input: unknown): boolean {
  const { alternatives } = Object(input) as { readonly alternatives?: unknown };
  return alternatives !== undefined && Number(alternatives) !== 0;
}
