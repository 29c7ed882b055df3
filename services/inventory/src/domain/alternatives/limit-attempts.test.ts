import { expect, it } from 'vitest';
import { plan, villa } from '../../../test/build-resource.ts';
import type { AlternativeKind } from './alternative.ts';
import { limitAttempts } from './limit-attempts.ts';
import { countStays } from './plan-attempts.ts';
import type { Attempt, KindOfAttempts } from './plan-attempts.ts';

const resource = villa({});
const attempt: Attempt = {
  resource,
  nights: 1,
  shiftDays: 0,
  plan: plan({}),
  others: [],
  stay: () => undefined,
};
const requested = (stays: Partial<Record<AlternativeKind, number>>): KindOfAttempts[] =>
  (['plan', 'shift', 'shorter', 'longer', 'resource'] as const).map((kind) => {
    const attempts = Array.from({ length: stays[kind] ?? 0 }, () => attempt);
    return { kind, groups: [{ points: 1, attempts }] };
  });
const most = (stays: number) => ({ stays, work: 1_000_000 });
const kindsOf = (planned: readonly KindOfAttempts[]) =>
  planned.filter(({ groups }) => countStays(groups) > 0).map(({ kind }) => kind);

it('every result of a page is looked at in the same kinds, however many results it has', () => {
  const page = Array.from({ length: 20 }, () => requested({ shift: 56, shorter: 12, resource: 100 }));
  const limited = limitAttempts(page, most(2_000));
  for (const planned of limited) expect(kindsOf(planned)).toEqual(['shift', 'shorter']);
});

it('all kinds are looked at where they fit together', () => {
  const limited = limitAttempts([requested({ plan: 3, resource: 4 }), requested({ longer: 3 })], most(10));
  expect(limited.map(kindsOf)).toEqual([['plan', 'resource'], ['longer']]);
  expect(
    limitAttempts([requested({ plan: 3, resource: 4 }), requested({ longer: 3 })], most(9)).map(kindsOf),
  ).toEqual([['plan'], ['longer']]);
});

it('a result whose stays do not fit leaves room for a smaller one after it', () => {
  const limited = limitAttempts(
    [requested({ shift: 6 }), requested({ shift: 8 }), requested({ shift: 4 })],
    most(10),
  );
  expect(limited.map(kindsOf)).toEqual([['shift'], [], ['shift']]);
});

it('where the first kind alone is too much, the first results have it, and the bound holds', () => {
  const page = Array.from({ length: 50 }, () => requested({ shift: 56, resource: 100 }));
  const limited = limitAttempts(page, most(2_000));
  const stays = limited.flatMap((planned) => planned.map(({ groups }) => countStays(groups)));
  expect(stays.reduce((sum, count) => sum + count, 0)).toBe(35 * 56);
  expect(limited.map((planned) => kindsOf(planned).length)).toEqual([
    ...Array.from({ length: 35 }, () => 1),
    ...Array.from({ length: 15 }, () => 0),
  ]);
});
