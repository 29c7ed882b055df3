import { counter } from '@lodging/kit-runtime';

const decisions = counter({
  name: 'lodging.rate_limit.decisions',
  unit: '{request}',
  description:
    'Decisions of the request limit; failed_open is a request admitted uncounted because Redis was unavailable.',
});
const failures = counter({
  name: 'lodging.authentication.failures',
  unit: '{request}',
  description: 'Requests that were not authenticated or not authorized.',
});

const OUTCOMES = { admitted: 'allowed', refused: 'limited', uncounted: 'failed_open' } as const;
type Outcome = keyof typeof OUTCOMES;

/** `open`: a route that takes no credential. */
export type CallerKind = 'secret' | 'publishable' | 'operator' | 'open';

export function countRateLimitDecision(kind: CallerKind, outcome: Outcome): void {
  decisions.add(1, { 'lodging.outcome': OUTCOMES[outcome], 'lodging.caller.kind': kind });
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
