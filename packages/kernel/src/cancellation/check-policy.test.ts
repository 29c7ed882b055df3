import { expect, test } from 'vitest';
import { checkPolicySteps, policyMisfit } from './check-policy.ts';
import type { CancellationPolicy, Notice } from './policy.ts';

const none = { kind: 'none' } as const;
const steps = (...notices: readonly Notice[]) => notices.map((before) => ({ before, penalty: none }));

test('steps come nearer one by one, with a day as 24 hours', () => {
  const wrong = (...notices: readonly Notice[]) =>
    checkPolicySteps({ steps: steps(...notices) }).map(({ pointer }) => pointer);
  expect(wrong({ count: 2, unit: 'days' }, { count: 47, unit: 'hours' }, { count: 1, unit: 'days' })).toEqual(
    [],
  );
  expect(wrong({ count: 2, unit: 'days' }, { count: 48, unit: 'hours' })).toEqual(['/steps/1/before']);
  expect(wrong({ count: 1, unit: 'days' }, { count: 2, unit: 'days' })).toEqual(['/steps/1/before']);
});

test('what is sold in one currency takes no fixed penalty of another, and an exact start no reference time', () => {
  const fixed = { kind: 'fixed', amountMinorUnits: 100n, currency: 'EUR' } as const;
  const times = { referenceTime: null, graceMinutes: 0, graceMinHoursBefore: 0 };
  const policy: CancellationPolicy = {
    code: 'a',
    name: 'a',
    version: 1,
    ...times,
    steps: [],
    afterwards: none,
    noShow: fixed,
  };
  expect(policyMisfit(policy, { currency: 'EUR', isGeneric: true })).toBeUndefined();
  expect(policyMisfit(policy, { currency: 'USD', isGeneric: false })).toBe('currency');
  const timed = { ...policy, referenceTime: '18:00' };
  expect(policyMisfit(timed, { currency: 'EUR', isGeneric: true })).toBe('reference_time');
  expect(policyMisfit(timed, { currency: 'EUR', isGeneric: false })).toBeUndefined();
});
