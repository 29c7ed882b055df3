import { expect, it } from 'vitest';
import { did, evidenceOf } from '../test/build-evidence.ts';
import { answers } from './answers.ts';
import { quiet } from './quiet.ts';

const check = (...operations: ReturnType<typeof did>[]): string[] =>
  answers.check(evidenceOf({ history: { operations } }));

it('accepts 503, the provider’s failure of a set-up, and no answer', () => {
  expect(
    check(
      did('hold', { outcome: 'info', status: 503, code: 'service_unavailable' }),
      did('book', { outcome: 'refused', status: 502, code: 'payment_setup_failed' }),
      did('hold', { outcome: 'info', status: null }),
    ),
  ).toEqual([]);
});

it('finds another 5xx, and an answer after more than 20 s', () => {
  expect(check(did('hold', { outcome: 'info', status: 500, code: 'internal_error' }))).toHaveLength(1);
  expect(check(did('hold', { from: 0, to: 20_500 }))).toHaveLength(1);
});

it('finds what is left to do after a minute', () => {
  expect(quiet.check(evidenceOf({}))).toEqual([]);
  expect(quiet.check(evidenceOf({ state: { unfinished: ['1 pending refunds'] } }))).toHaveLength(1);
});
