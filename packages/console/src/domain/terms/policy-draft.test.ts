import fc from 'fast-check';
import { expect, it } from 'vitest';
import { draftOfPolicy, emptyPenalty, emptyPolicy, readPolicy } from './policy-draft.ts';
import type { Policy } from './policy-draft.ts';

const german = { decimal: ',', group: '.' };

const penalty = fc.oneof(
  fc.constant({ kind: 'none' as const }),
  fc.record({
    kind: fc.constant('percent' as const),
    bps: fc.integer({ min: 1, max: 10_000 }),
    of: fc.constantFrom('accommodation', 'total' as const),
  }),
  fc.record({ kind: fc.constant('nights' as const), count: fc.integer({ min: 1, max: 366 }) }),
  fc.record({
    kind: fc.constant('fixed' as const),
    amountMinorUnits: fc.bigInt({ min: 1n, max: 10n ** 14n }).map(String),
    currency: fc.constantFrom('EUR', 'JPY', 'KWD'),
  }),
);
const policies: fc.Arbitrary<Policy> = fc.record({
  translations: fc.constant({ de: {}, en: { name: 'Flexible' } }),
  code: fc.constant('FLEX'),
  name: fc.constant('Flexible'),
  version: fc.constant(3),
  referenceTime: fc.constantFrom(null, '15:00'),
  graceMinutes: fc.integer({ min: 0, max: 4_320 }),
  graceMinHoursBefore: fc.integer({ min: 0, max: 720 }),
  steps: fc.array(
    fc.record({
      before: fc.record({
        count: fc.integer({ min: 1, max: 365 }),
        unit: fc.constantFrom('days', 'hours' as const),
      }),
      penalty,
    }),
    { maxLength: 4 },
  ),
  afterwards: penalty,
  noShow: penalty,
  default: fc.boolean(),
});

it('a policy that is opened and saved again is the same', () => {
  fc.assert(
    fc.property(policies, (policy) => {
      const { code: _code, version: _version, ...update } = policy;
      expect(readPolicy(draftOfPolicy(policy, 'EUR', german), german)).toEqual({ ok: true, policy: update });
    }),
  );
});

it('what cannot be read is named as the API names it', () => {
  const draft = {
    ...emptyPolicy('EUR'),
    name: ' ',
    steps: [
      { count: 'x', unit: 'days' as const, penalty: { ...emptyPenalty('EUR', 'fixed'), amount: '1,234' } },
    ],
    noShow: { ...emptyPenalty('EUR', 'percent'), percent: '0' },
  };
  expect(readPolicy(draft, german)).toEqual({
    ok: false,
    faults: ['/code', '/name', '/steps/0/before/count', '/steps/0/penalty/amountMinorUnits', '/noShow/bps'],
  });
});
