import fc from 'fast-check';
import { expect, it } from 'vitest';
import { DAY_MS } from '../time/day-number.ts';
import { claimSpansOf, datesOfBlock, needsUnits } from './own-block.ts';

const villa = {
  id: 'r',
  kind: 'villa' as const,
  timezone: 'Europe/Berlin',
  units: 1,
  checkInTime: '15:00',
  checkOutTime: '11:00',
};
const date = (text: string) => Temporal.PlainDate.from(text);

it('begins at check-in and ends at check-out, across a clock change, too', () => {
  const dates = datesOfBlock(villa, { from: date('2027-03-27'), to: date('2027-03-29') });
  expect(dates).toMatchObject({
    ok: true,
    value: {
      startsAt: Temporal.Instant.from('2027-03-27T14:00:00Z'),
      endsAt: Temporal.Instant.from('2027-03-29T09:00:00Z'),
    },
  });
});

it('is refused with the pointers of the moments that have the other form', () => {
  const instant = Temporal.Instant.from('2027-03-27T14:00:00Z');
  expect(datesOfBlock(villa, { from: instant, to: date('2027-03-29') })).toMatchObject({
    refusal: { code: 'validation_failed', extra: { errors: [{ pointer: '/from' }], errorCount: 1 } },
  });
});

it('has claims that follow one another, cover its time, and are no longer than a claim may be', () => {
  const days = fc.integer({ min: 1, max: 732 });
  fc.assert(
    fc.property(days, fc.integer({ min: 0, max: 30_000 }), (length, first) => {
      const span = { start: first * DAY_MS, end: (first + length) * DAY_MS };
      const spans = claimSpansOf(span);
      expect(spans[0]?.start).toBe(span.start);
      expect(spans.at(-1)?.end).toBe(span.end);
      for (const [index, { start, end }] of spans.entries()) {
        expect(end - start).toBeLessThanOrEqual(400 * DAY_MS);
        if (index > 0) expect(start).toBe(spans[index - 1]?.end);
      }
    }),
  );
});

it('needs no units for what lies within it', () => {
  const from = { span: { start: 0, end: 5 }, units: 2 };
  expect(needsUnits(from, { span: { start: 1, end: 5 }, units: 1 })).toBe(false);
  expect(needsUnits(from, { span: { start: 0, end: 6 }, units: 1 })).toBe(true);
  expect(needsUnits(from, { span: { start: 0, end: 5 }, units: 3 })).toBe(true);
});
