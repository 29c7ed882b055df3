import { counter } from '@lodging/kit-runtime';

const decisions = counter({
  name: 'lodging.rate_limit.decisions',
  unit: '{request}',
  about:
    'What the general limit said; failed_open is a request let through uncounted because Redis was away.',
});
const failures = counter({
  name: 'lodging.authentication.failures',
  unit: '{request}',
  about: 'Requests that were not let in.',
});

const WORDS = { admitted: 'allowed', refused: 'limited', uncounted: 'failed_open' } as const;
const KINDS = ['secret', 'publishable', 'operator', 'open'] as const;
export type CallerKind = (typeof KINDS)[number];

/** Each request is decided upon, so every series is at hand. */
const series = Object.fromEntries(
  KINDS.map((kind) => {
    const of = (outcome: keyof typeof WORDS) =>
      decisions.series({ 'lodging.outcome': WORDS[outcome], 'lodging.caller.kind': kind });
    return [kind, { admitted: of('admitted'), refused: of('refused'), uncounted: of('uncounted') }];
  }),
);

export function countDecision(kind: CallerKind, outcome: keyof typeof WORDS): void {
  series[kind]?.[outcome].add(1);
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
