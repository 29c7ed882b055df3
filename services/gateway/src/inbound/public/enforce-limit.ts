import { ProblemError } from '@lodging/kit-http';
import type { FastifyReply } from 'fastify';
import { WINDOW_SECONDS } from '../../domain/request-limit.ts';
import type { RequestLimit } from '../../domain/request-limit.ts';
import { countRateLimitDecision } from '../../metrics.ts';
import type { CallerKind } from '../../metrics.ts';
import type { RateLimitDecision, RateLimiter } from '../../ports.ts';

/** Sets the fields of draft-ietf-httpapi-ratelimit-headers-10. Throws the problem when the budget is exhausted. */
export function enforceLimit(
  reply: FastifyReply,
  kind: CallerKind,
  { limit }: RequestLimit,
  decision: RateLimitDecision,
): void {
  countRateLimitDecision(kind, decision);
  reply.header('ratelimit-policy', `"default";q=${limit};w=${WINDOW_SECONDS}`);
  const { remaining, resetSeconds } = decision;
  reply.header('ratelimit', `"default";r=${remaining};t=${resetSeconds}`);
  if (decision.outcome === 'admitted') return;
  const detail = `More than ${limit} requests in ${WINDOW_SECONDS} seconds.`;
  throw new ProblemError({ code: 'rate_limited', detail, extra: { retryAfterSeconds: resetSeconds } });
}

/** Counts a request that was admitted as one as `requests`. What the budget has no room for is not owed. */
export async function countMore(
  rateLimiter: Pick<RateLimiter, 'spend'>,
  limit: RequestLimit,
  requests: number,
): Promise<void> {
  for (let counted = 1; counted < requests; counted += 1)
    if ((await rateLimiter.spend(limit)).outcome === 'refused') return;
}
