import { counter } from '@lodging/kit-runtime';

const decisions = counter({
  name: 'lodging.rate_limit.decisions',
  unit: '{request}',
  about:
    'Decisions of the request limit; failed_open is a request admitted uncounted because Redis was unavailable.',
});
const failures = counter({
  name: 'lodging.authentication.failures',
  unit: '{request}',
  about: 'Requests that were not authenticated or not authorized.',
});

const OUTCOMES = { admitted: 'allowed', refused: 'limited', uncounted: 'failed_open' } as const;
type Outcome = keyof typeof OUTCOMES;

/** `open`: a route that takes no credential. */
const KINDS = ['secret', 'publishable', 'operator', 'open'] as const;
export type CallerKind = (typeof KINDS)[number];

/** Created in advance, because every request is counted. */
const series = Object.fromEntries(
  KINDS.map((kind) => {
    const of = (outcome: Outcome) =>
      decisions.series({ 'lodging.outcome': OUTCOMES[outcome], 'lodging.caller.kind': kind });
    return [kind, { admitted: of('admitted'), refused: of('refused'), uncounted: of('uncounted') }];
  }),
);

export function countRateLimitDecision(kind: CallerKind, outcome: Outcome): void {
  series[kind]?.[outcome].add(1);
}

export type AuthenticationFailure =
  | 'missing'
  | 'unknown'
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
