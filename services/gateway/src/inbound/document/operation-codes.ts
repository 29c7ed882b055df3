import { problems } from '@lodging/contract-wire';
import type { ProblemCode } from '@lodging/contract-wire';
import { z } from 'zod';
import type { Access } from '../../domain/keys/access.ts';
import type { PublicRoute } from '../public/public-route.ts';

/** The properties of a route that the document needs. */
export type DocumentedRoute = Pick<
  PublicRoute,
  | 'method'
  | 'path'
  | 'docs'
  | 'access'
  | 'permission'
  | 'takesIdempotencyKey'
  | 'takesGuestToken'
  | 'requestsPerMinute'
  | 'status'
  | 'cacheControl'
  | 'mediaType'
  | 'shapes'
  | 'bodyLimitBytes'
> & {
  /** Undefined for ping, which has no operation. */
  readonly operation: Pick<PublicRoute['operation'], 'refusals' | 'response'> | undefined;
};

const CODES_OF_EVERY_REQUEST: readonly ProblemCode[] = [
  'bad_request',
  'validation_failed',
  'request_timeout',
  'uri_too_long',
  'unsupported_media_type',
  'headers_too_large',
  'internal_error',
];

const CODES_OF_SESSIONS = [
  'invalid_api_key',
  'session_ended',
  'tenant_suspended',
  'origin_not_allowed',
] as const;

const CODES_OF_ACCESS: Readonly<Record<Access, readonly ProblemCode[]>> = {
  open: [],
  any_key: CODES_OF_SESSIONS,
  secret_key: [...CODES_OF_SESSIONS, 'secret_key_required'],
  operator: [...CODES_OF_SESSIONS, 'secret_key_required'],
  console: [...CODES_OF_SESSIONS, 'secret_key_required'],
};

/** Every problem that the route may respond with, in the order of the problem table. */
export function problemCodesOf(route: DocumentedRoute): readonly ProblemCode[] {
  const codes = new Set<string>([...CODES_OF_EVERY_REQUEST, ...CODES_OF_ACCESS[route.access]]);
  for (const code of route.operation?.refusals ?? []) codes.add(code);
  if (route.operation !== undefined) codes.add('service_unavailable');
  if (route.permission !== null) codes.add('insufficient_permission');
  if (isCounted(route)) codes.add('rate_limited');
  if (route.takesIdempotencyKey !== false) codes.add('idempotency_key_required');
  if (route.method !== 'GET') codes.add('payload_too_large');
  if (isPaged(route)) codes.add('invalid_cursor');
  return allCodes.filter((code) => codes.has(code));
}

export const allCodes = Object.keys(problems).filter((code): code is ProblemCode =>
  Object.hasOwn(problems, code),
);

/** True if the responses have rate limit headers: per key, or per client address on some open routes. */
export function isCounted({ access, requestsPerMinute }: DocumentedRoute): boolean {
  return access !== 'open' || requestsPerMinute !== undefined;
}

function isPaged({ shapes: { query } }: DocumentedRoute): boolean {
  return query instanceof z.ZodObject && 'cursor' in query.shape;
}
