import fc from 'fast-check';
import { expect, test } from 'vitest';
import { lodgingAnchor } from './anchor.ts';
import { evaluateCancellation, evaluateNoShow } from './evaluate-cancellation.ts';
import type { CancellationTerms } from './evaluate-cancellation.ts';
import type { CancellationPolicy, Notice, Penalty } from './policy.ts';
import { freeUntilOf, penaltyTimeline, refundabilityOf } from './timeline.ts';

const none = { kind: 'none' } as const;
const percent = (bps: number) => ({ kind: 'percent', bps, of: 'accommodation' }) as const;
const at = (text: string) => Temporal.Instant.from(text);

function policy(changes: Partial<CancellationPolicy>): CancellationPolicy {
  const times = { referenceTime: null, graceMinutes: 0, graceMinHoursBefore: 0 };
  const penalties = { steps: [], afterwards: percent(10_000), noShow: percent(10_000) };
  return { code: 'flex', name: 'Flexible', version: 1, ...times, ...penalties, ...changes };
}

function terms(changes: Partial<CancellationPolicy>, arrival = '2027-03-28'): CancellationTerms {
  const stay = { arrival: Temporal.PlainDate.from(arrival), checkInTime: '15:00', timeZone: 'Europe/Berlin' };
  const amounts = { accommodationMinorUnits: 30_000n, totalMinorUnits: 30_000n };
  return {
    policy: policy(changes),
    anchor: lodgingAnchor(policy(changes), stay),
    bill: { ...amounts, lines: [], nights: [{ amountMinorUnits: 10_000n }, { amountMinorUnits: 20_000n }] },
    confirmedAt: null,
  };
}

const step = (count: number, unit: Notice['unit'], penalty: Penalty) => ({
  before: { count, unit },
  penalty,
});
const week = [step(7, 'days', none), step(48, 'hours', percent(5000))];

test('around a clock change a day and 24 hours end at different times', () => {
  const moment = at('2027-03-27T13:30:00Z');
  const evaluated = (unit: 'days' | 'hours', count: number) =>
    evaluateCancellation(terms({ steps: [step(count, unit, none)] }), moment);
  expect(evaluated('days', 1)).toEqual({ step: 0, penaltyMinorUnits: 0n });
  expect(evaluated('hours', 24)).toEqual({ step: 'afterwards', penaltyMinorUnits: 30_000n });
});

test('at the deadline itself, to the millisecond, the nearer step holds', () => {
  const deadline = at('2027-03-26T13:00:00.000Z');
  expect(evaluateCancellation(terms({ steps: week }), deadline.subtract({ milliseconds: 1 })).step).toBe(1);
  expect(evaluateCancellation(terms({ steps: week }), deadline).step).toBe('afterwards');
});

test('the first step whose deadline is ahead holds, so that a step may have no time of its own', () => {
  const steps = [step(1, 'days', none), step(23, 'hours', percent(5000))];
  const autumn = terms({ steps }, '2027-10-31');
  expect(evaluateCancellation(autumn, at('2027-10-30T13:00:00Z')).step).toBe(1);
  // In spring the 23 hours begin when the day does.
  expect(evaluateCancellation(terms({ steps }), at('2027-03-27T14:00:00Z')).step).toBe('afterwards');
  expect(
    penaltyTimeline(terms({ steps }), at('2027-03-01T00:00:00Z')).map((span) => span.penaltyMinorUnits),
  ).toEqual([0n, 30_000n]);
});

test('within the grace after the confirmation nothing is kept, where the arrival is far enough away', () => {
  const granted = { ...terms({ graceMinutes: 60, graceMinHoursBefore: 24 }) };
  const confirmed = (text: string) => ({ ...granted, confirmedAt: at(text) });
  const early = confirmed('2027-03-27T13:00:00Z');
  expect(evaluateCancellation(early, at('2027-03-27T13:59:59.999Z')).step).toBe('grace');
  expect(evaluateCancellation(early, at('2027-03-27T14:00:00Z')).step).toBe('afterwards');
  expect(evaluateCancellation(confirmed('2027-03-27T13:00:00.001Z'), at('2027-03-27T13:30:00Z')).step).toBe(
    'afterwards',
  );
});

test('a stay that late money confirms after its anchor has no grace', () => {
  const late = { ...terms({ graceMinutes: 60, steps: week }), confirmedAt: at('2027-03-28T13:00:01Z') };
  expect(evaluateCancellation(late, at('2027-03-28T13:10:00Z')).step).toBe('afterwards');
});

test('a no-show before the anchor is a cancellation, from the anchor on it is a no-show', () => {
  const noShow = terms({ steps: week, afterwards: percent(8000) });
  expect(evaluateNoShow(noShow, at('2027-03-28T12:59:59.999Z'))).toEqual({
    step: 'afterwards',
    penaltyMinorUnits: 24_000n,
  });
  expect(evaluateNoShow(noShow, at('2027-03-28T13:00:00Z'))).toEqual({
    step: 'no_show',
    penaltyMinorUnits: 30_000n,
  });
  expect(evaluateNoShow(noShow, at('2027-01-01T00:00:00Z')).step).toBe(0);
});

test('the timeline leaves out what is past, and its last span has no end', () => {
  const spans = (now: string) =>
    penaltyTimeline(terms({ steps: week }), at(now)).map(({ until, penaltyMinorUnits }) => [
      until?.toString() ?? null,
      penaltyMinorUnits,
    ]);
  expect(spans('2027-01-01T00:00:00Z')).toEqual([
    ['2027-03-21T14:00:00Z', 0n],
    ['2027-03-26T13:00:00Z', 15_000n],
    [null, 30_000n],
  ]);
  expect(spans('2027-03-22T00:00:00Z')).toEqual([
    ['2027-03-26T13:00:00Z', 15_000n],
    [null, 30_000n],
  ]);
  expect(spans('2027-03-28T00:00:00Z')).toEqual([[null, 30_000n]]);
});

test('neighbours that cost the same are one span', () => {
  const equal = terms({ steps: [step(7, 'days', percent(5000)), step(2, 'days', percent(5000))] });
  expect(penaltyTimeline(equal, at('2027-01-01T00:00:00Z')).map(({ until }) => until?.toString())).toEqual([
    '2027-03-26T14:00:00Z',
    undefined,
  ]);
});

test.each([
  ['refundable', none, none, null],
  ['partially_refundable', none, percent(10_000), '2027-03-21T14:00:00Z'],
  ['partially_refundable', percent(5000), percent(5000), null],
  ['non_refundable', percent(10_000), percent(10_000), null],
] as const)('a stay is %s by what its times cost', (expected, first, afterwards, freeUntil) => {
  const agreed = terms({ steps: [step(7, 'days', first)], afterwards });
  const timeline = penaltyTimeline(agreed, at('2027-01-01T00:00:00Z'));
  expect(refundabilityOf(timeline, agreed.bill)).toBe(expected);
  expect(freeUntilOf(timeline)?.toString() ?? null).toBe(freeUntil);
});

const penalty = fc.oneof(
  fc.constant(none),
  fc.integer({ min: 1, max: 10_000 }).map(percent),
  fc.integer({ min: 1, max: 3 }).map((count) => ({ kind: 'nights', count }) as const),
);
const notice = fc.record({
  count: fc.integer({ min: 1, max: 96 }),
  unit: fc.constantFrom('days' as const, 'hours' as const),
});

test('the timeline has the penalty of every moment, 1 ms before and after each deadline too', () => {
  const steps = fc.array(fc.record({ before: notice, penalty }), { maxLength: 10 });
  const grace = fc.integer({ min: 0, max: 4320 });
  const moment = fc
    .integer({ min: 0, max: 100 * 24 * 3600 })
    .map((s) => at('2027-03-29T00:00:00Z').subtract({ seconds: s }));
  fc.assert(
    fc.property(
      steps,
      penalty,
      grace,
      moment,
      moment,
      (list, afterwards, graceMinutes, from, confirmedAt) => {
        const agreed = { ...terms({ steps: list, afterwards, graceMinutes }), confirmedAt };
        const timeline = penaltyTimeline(agreed, from);
        const moments = timeline.flatMap(({ until }) =>
          [-1, 0, 1].flatMap((ms) => until?.add({ milliseconds: ms }) ?? []),
        );
        for (const one of [from, ...moments].filter((each) => Temporal.Instant.compare(each, from) >= 0)) {
          const span = timeline.find(
            ({ until }) => until === null || Temporal.Instant.compare(one, until) < 0,
          );
          expect(span?.penaltyMinorUnits).toBe(evaluateCancellation(agreed, one).penaltyMinorUnits);
        }
      },
    ),
  );
});
