import { expect, it } from 'vitest';
import { formatsOf } from '@lodging/format';
import { en } from '../../texts/policy/en.ts';
import { deadlinesOf, policySentences } from './policy-words.ts';

it('days keep the time of the arrival, hours are counted from it', () => {
  const penalty = { kind: 'none' } as const;
  const steps = [
    { before: { count: 7, unit: 'days' as const }, penalty },
    { before: { count: 18, unit: 'hours' as const }, penalty },
  ];
  expect(deadlinesOf({ steps, referenceTime: null }, '2027-06-10', '15:00')).toEqual([
    { date: '2027-06-03', time: '15:00', penalty },
    { date: '2027-06-09', time: '21:00', penalty },
  ]);
  expect(deadlinesOf({ steps, referenceTime: '12:00' }, '2027-06-10', '15:00')[0]).toMatchObject({
    time: '12:00',
  });
});

it('the sentences say when the free minutes hold, and from which time days are counted', () => {
  const none = { kind: 'none' } as const;
  const policy = {
    steps: [{ before: { count: 7, unit: 'days' as const }, penalty: none }],
    afterwards: { kind: 'percent', bps: 10_000, of: 'total' } as const,
    noShow: none,
    graceMinutes: 60,
    graceMinHoursBefore: 48,
    referenceTime: '18:00',
  };
  const sentences = policySentences(policy, en, formatsOf('en-GB'));
  expect(sentences[0]).toBe(
    'Free within 60 minutes after the booking, if the arrival is at least 48 hours away then.',
  );
  expect(sentences).toContain('Counted from 18:00 on the day of arrival.');
  const plain = { ...policy, graceMinHoursBefore: 0, referenceTime: null };
  expect(policySentences(plain, en, formatsOf('en-GB'))[0]).toBe('Free within 60 minutes after the booking.');
  expect(policySentences(plain, en, formatsOf('en-GB'))).toHaveLength(4);
});
