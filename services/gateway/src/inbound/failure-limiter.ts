import { ProblemError } from '@lodging/kit-http';
import type { FastifyRequest } from 'fastify';
import { failureLimits } from '../domain/limits/request-limit.ts';
import type { FailureKind } from '../domain/limits/request-limit.ts';
import type { RateLimiter } from '../ports/limits.ts';
import { addressOfRequest } from './client-address.ts';
import type { ClientAddressOf } from './client-address.ts';

/** Limits the failed authentications of a client network. Authenticated requests are never limited by it. */
export interface FailureLimiter {
  /** Counts the failed authentication of the request. Throws the problem where the network has had too many. */
  count(kind: FailureKind, request: FastifyRequest): Promise<void>;
  /** The network of the request has had too many, so that its next failure would be refused. Counts nothing. */
  isExceeded(kind: FailureKind, request: FastifyRequest): boolean;
}

export function createFailureLimiter(
  rateLimiter: Pick<RateLimiter, 'spend' | 'isExhausted'>,
  clientAddressOf: ClientAddressOf,
): FailureLimiter {
  const limitsOf = (kind: FailureKind, request: FastifyRequest) =>
    failureLimits(kind, addressOfRequest(clientAddressOf, request));
  return {
    async count(kind, request) {
      const { outcome, resetSeconds } = await rateLimiter.spend(...limitsOf(kind, request));
      if (outcome === 'refused') throw new ProblemError(tooManyFailures(resetSeconds));
    },
    isExceeded: (kind, request) => rateLimiter.isExhausted(...limitsOf(kind, request)),
  };
}

export function tooManyFailures(retryAfterSeconds: number) {
  const detail = 'Too many requests from this address were not authenticated.';
  return { code: 'rate_limited', detail, extra: { retryAfterSeconds } };
}
