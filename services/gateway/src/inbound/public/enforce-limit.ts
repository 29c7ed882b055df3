import { ProblemError } from '@lodging/kit-http';
import type { FastifyReply } from 'fastify';
import { WINDOW_SECONDS } from '../../domain/limits/request-limit.ts';
import type { RequestLimits } from '../../domain/limits/request-limit.ts';
import { countRateLimitDecision } from '../../metrics.ts';
import type { CallerKind } from '../../metrics.ts';
import type { BudgetLeft, RateLimitDecision, RateLimiter } from '../../ports/limits.ts';

/** Throws the problem when the budget is exhausted. */
export function enforceLimit(reply: FastifyReply, kind: CallerKind, decision: RateLimitDecision): void {
  countRateLimitDecision(kind, decision);
  const { limit, resetSeconds } = decision;
  showBudget(reply, decision);
  if (decision.outcome === 'admitted') return;
  const detail = `More than ${limit} requests in ${WINDOW_SECONDS} seconds.`;
  throw new ProblemError({ code: 'rate_limited', detail, extra: { retryAfterSeconds: resetSeconds } });
}

/** The fields of draft-ietf-httpapi-ratelimit-headers-10. */
function showBudget(reply: FastifyReply, { limit, remaining, resetSeconds }: BudgetLeft): void {
  reply.header('ratelimit-policy', `"default";q=${limit};w=${WINDOW_SECONDS}`);
  reply.header('ratelimit', `"default";r=${remaining};t=${resetSeconds}`);
}

/** So much work counts as one request. */
const WORK_OF_A_REQUEST = 1_000;

/** A request that was admitted as one counts as what it took, however it ended; the response shows what is left then. */
export function countWork(
  rateLimiter: Pick<RateLimiter, 'debit'>,
  reply: FastifyReply,
  limits: RequestLimits,
  work: number,
): void {
  const more = Math.ceil(work / WORK_OF_A_REQUEST) - 1;
  const left = more > 0 ? rateLimiter.debit(limits, more) : undefined;
  if (left !== undefined) showBudget(reply, left);
}
