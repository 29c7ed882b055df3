import { ProblemError } from '@lodging/kit-http';
import type { FastifyRequest } from 'fastify';
import { failureLimit } from '../domain/request-limit.ts';
import type { FailureKind } from '../domain/request-limit.ts';
import type { RateLimiter } from '../ports.ts';
import { addressOfRequest } from './client-address.ts';
import type { ClientAddressOf } from './client-address.ts';

/** Limits the failed authentications of a client network. Whoever has authenticated is never limited by it. */
export interface FailureLimiter {
  /** Counts the failed authentication of the request. Throws the problem where the network has had too many. */
  count(kind: FailureKind, request: FastifyRequest): Promise<void>;
}

export function createFailureLimiter(
  rateLimiter: Pick<RateLimiter, 'spend'>,
  clientAddressOf: ClientAddressOf,
): FailureLimiter {
  return {
    async count(kind, request) {
      const decision = await rateLimiter.spend(
        failureLimit(kind, addressOfRequest(clientAddressOf, request)),
      );
      if (decision.outcome === 'refused') throw new ProblemError(tooManyFailures(decision.resetSeconds));
    },
  };
}

function tooManyFailures(retryAfterSeconds: number) {
  const detail = 'Too many requests from this address were not authenticated.';
  return { code: 'rate_limited', detail, extra: { retryAfterSeconds } };
}
