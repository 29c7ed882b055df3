import { MAX_GUEST_TOKEN } from '@lodging/contract-reservations';
import type { FastifyRequest } from 'fastify';

/** '' where there is none, or none of ours: no token is '', so that the operation refuses it as any wrong one. */
export function guestTokenOf({ headers }: FastifyRequest): string {
  const token = headers['guest-token'];
  if (typeof token !== 'string' || token.length > MAX_GUEST_TOKEN) return '';
  return /^[\w.-]+$/.test(token) ? token : '';
}
