import { refuse } from '@lodging/kernel';
import { ProblemError } from '@lodging/kit-http';
import type { FastifyRequest } from 'fastify';
import { isOfOwnPage } from '../../domain/keys/own-page.ts';
import { countAuthenticationFailure } from '../../metrics.ts';
import { originOf } from '../public/cors.ts';

/** A browser attaches the cookie by itself, so what a page of another site sends must not count. Throws the problem. */
export function requireOwnPage(request: FastifyRequest, ownOrigins: readonly string[]): void {
  const { method, headers } = request;
  const site = headers['sec-fetch-site'];
  const sent = { method, site: Array.isArray(site) ? site.join() : site, origin: originOf(request) };
  if (isOfOwnPage(sent, ownOrigins)) return;
  countAuthenticationFailure('origin_not_allowed');
  const detail = 'The session of the console counts for requests of the console’s own pages alone.';
  throw new ProblemError(refuse('origin_not_allowed', detail).refusal);
}
