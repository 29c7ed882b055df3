import { counter } from '@lodging/kit-runtime';

const decisions = counter({
  name: 'lodging.rate_limit.decisions',
  unit: '{request}',
  description:
    'What the general limit said; failed_open is a request let through uncounted because Redis was away.',
});
const failures = counter({
  name: 'lodging.authentication.failures',
  unit: '{request}',
  description: 'Requests that were not let in.',
});

const WORDS = { admitted: 'allowed', refused: 'limited', uncounted: 'failed_open' } as const;
export type CallerKind = 'secret' | 'publishable' | 'operator' | 'open';

export function countDecision(kind: CallerKind, outcome: keyof typeof WORDS): void {
  decisions.add(1, { 'lodging.outcome': WORDS[outcome], 'lodging.caller.kind': kind });
}

export type NotLetIn =
  | 'missing'
  | 'unknown'
  | 'secret_key_required'
  | 'origin_not_allowed'
  | 'not_permitted'
  | 'admin_token'
  | 'operator_password'
  | 'too_many_tries'
  | 'store_away';

export function countNotLetIn(reason: NotLetIn): void {
  failures.add(1, { 'lodging.reason': reason });
}
