import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { blockSpan, claimSpans, nowOnAxis } from './block.ts';
import { MAX_CLAIM_MS } from '../claims/claim.ts';

const at = (text: string): Temporal.Instant => Temporal.Instant.from(text);
const villa = { kind: 'villa', timezone: 'Pacific/Auckland', units: 1 } as const;
const court = { kind: 'generic', timezone: 'Europe/Berlin', units: 1 } as const;

describe('the span of a block', () => {
  it('has the local dates of a lodging resource in every time zone', () => {
    const dates = {
      start: at('2027-03-01T00:00Z').epochMilliseconds,
      end: at('2027-03-04T00:00Z').epochMilliseconds,
    };
    expect(blockSpan(villa, { dates: ['2027-03-01', '2027-03-04'] })).toEqual(dates);
    const instants = [at('2027-03-01T02:00+13:00'), at('2027-03-04T10:00+13:00')] as const;
    expect(blockSpan(villa, { instants })).toEqual(dates);
  });

  it('has the exact instants of a generic resource, whose dates begin at local midnight', () => {
    const instants = [at('2027-03-01T10:30Z'), at('2027-03-01T11:00Z')] as const;
    const { start, end } = blockSpan(court, { instants });
    expect([start, end]).toEqual(instants.map((instant) => instant.epochMilliseconds));
    const day = blockSpan(court, { dates: ['2027-03-28', '2027-03-29'] });
    expect((day.end - day.start) / 3_600_000).toBe(23);
  });
});

it('compares the start of a lodging block with the local date and time of the resource', () => {
  const { start } = blockSpan(villa, { dates: ['2027-03-01', '2027-03-04'] });
  expect(nowOnAxis(villa, at('2027-02-28T10:59:59Z'))).toBeLessThan(start);
  expect(nowOnAxis(villa, at('2027-02-28T11:00:00Z'))).toBe(start);
});

it('covers a block with claims without gap or overlap, from one year ago to twenty years ahead', () => {
  const dayMs = 86_400_000;
  fc.assert(
    fc.property(
      fc.integer({ min: -200_000, max: 20_000 }),
      fc.integer({ min: 1, max: 2_900_000 }),
      (first, days) => {
        const span = { start: first * dayMs, end: (first + days) * dayMs };
        const now = 1_000.5 * dayMs;
        const spans = claimSpans(span, now);
        expect(spans.length).toBeLessThanOrEqual(22);
        for (const [index, { start, end }] of spans.entries()) {
          expect(end - start).toBeGreaterThan(0);
          expect(end - start).toBeLessThan(MAX_CLAIM_MS);
          if (index > 0) expect(start).toBe(spans[index - 1]?.end);
        }
        const [head, tail] = [spans[0], spans.at(-1)];
        expect(head?.start).toBeGreaterThanOrEqual(span.start);
        expect(tail?.end).toBeLessThanOrEqual(span.end);
        if (span.start > now - 365 * dayMs && span.start < now) expect(head?.start).toBe(span.start);
        if (span.end > now && span.end < now + 7_000 * dayMs) expect(tail?.end).toBe(span.end);
      },
    ),
  );
});
