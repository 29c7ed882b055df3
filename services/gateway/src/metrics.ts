import { counter, eachOf } from '@lodging/kit-runtime';
import type { RateLimitDecision } from './ports/limits.ts';

const decisions = counter({
  name: 'lodging.rate_limit.decisions',
  unit: '{request}',
  description:
    'Decisions of the request limit; allowed_locally and limited_locally are those of one process by itself, while Redis is late or away.',
});
const failures = counter({
  name: 'lodging.authentication.failures',
  unit: '{request}',
  description: 'Requests that were not authenticated or not authorized.',
  begins: eachOf('lodging.reason', [
    'missing',
    'unknown',
    'tenant_suspended',
    'secret_key_required',
    'origin_not_allowed',
    'not_permitted',
    'admin_token',
    'operator_password',
    'too_many_tries',
    'store_away',
  ]),
});

const OUTCOMES = {
  shared: { admitted: 'allowed', refused: 'limited' },
  local: { admitted: 'allowed_locally', refused: 'limited_locally' },
} as const;

/** `open`: a route that takes no credential. */
export type CallerKind = 'secret' | 'publishable' | 'operator' | 'open';

export function countRateLimitDecision(kind: CallerKind, { outcome, isLocal }: RateLimitDecision): void {
  const word = OUTCOMES[isLocal ? 'local' : 'shared'][outcome];
  decisions.add(1, { 'lodging.outcome': word, 'lodging.caller.kind': kind });
}

export type AuthenticationFailure =
  | 'missing'
  | 'unknown'
  | 'tenant_suspended'
  | 'secret_key_required'
  | 'origin_not_allowed'
  | 'not_permitted'
  | 'admin_token'
  | 'operator_password'
  | 'too_many_tries'
  | 'store_away';

export function countAuthenticationFailure(reason: AuthenticationFailure): void {
  failures.add(1, { 'lodging.reason': reason });
}
