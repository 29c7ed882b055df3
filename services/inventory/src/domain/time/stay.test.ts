import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { pricedDates, stayAt, widestSpan } from './stay.ts';

const ZONES = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'Pacific/Apia',
  'Australia/Lord_Howe',
  'Pacific/Kiritimati',
];
const HOUR_MS = 3_600_000;
const START = Temporal.Instant.from('2026-01-01T00:00:00Z').epochMilliseconds;

const anyResource = fc.record({
  kind: fc.constantFrom('villa' as const, 'generic' as const),
  timezone: fc.constantFrom(...ZONES),
});
/** Minutes over four years, so that every change of the clocks is covered. */
const anyWindow = fc
  .tuple(fc.integer({ min: 0, max: 4 * 366 * 24 * 60 }), fc.integer({ min: 1, max: 20 * 24 * 60 }))
  .map(([begin, length]) => ({
    from: Temporal.Instant.fromEpochMilliseconds(START + begin * 60_000),
    to: Temporal.Instant.fromEpochMilliseconds(START + (begin + length) * 60_000),
  }));

/** The model: collects the local dates of the window in steps of an hour. */
function datesWalkedThrough(from: number, lastMoment: number, timezone: string): string[] {
  const formatter = new Intl.DateTimeFormat('sv-SE', { timeZone: timezone });
  const dates = new Set<string>();
  for (let at = from; at < lastMoment; at += HOUR_MS) dates.add(formatter.format(at));
  dates.add(formatter.format(lastMoment));
  return [...dates];
}

const instant = (text: string) => Temporal.Instant.from(text);

describe('a stay', () => {
  test('prices each local date it touches, a lodging stay all but the last', () => {
    fc.assert(
      fc.property(anyResource, anyWindow, (resource, window) => {
        const [from, to] = [window.from.epochMilliseconds, window.to.epochMilliseconds];
        const isGeneric = resource.kind === 'generic';
        const walked = datesWalkedThrough(from, isGeneric ? to - 1 : to, resource.timezone);
        const stay = stayAt(resource, window);
        expect(pricedDates(resource, stay)).toEqual(isGeneric ? walked : walked.slice(0, -1));
        if (!isGeneric) expect(stay.nights).toBe(walked.length - 1);
      }),
    );
  });

  test('has a span within the widest one in every time zone and for every kind', () => {
    fc.assert(
      fc.property(anyResource, anyWindow, (resource, window) => {
        const { span } = stayAt(resource, window);
        const widest = widestSpan(window);
        expect(widest.start).toBeLessThanOrEqual(span.start);
        expect(widest.end).toBeGreaterThanOrEqual(span.end);
      }),
    );
  });

  test('may begin on the date on which another ends, at any hour', () => {
    const villa = { kind: 'villa', timezone: 'Europe/Berlin' } as const;
    const leaving = stayAt(villa, {
      from: instant('2026-03-27T14:00:00Z'),
      to: instant('2026-03-29T18:00:00Z'),
    });
    const coming = stayAt(villa, {
      from: instant('2026-03-29T08:00:00Z'),
      to: instant('2026-03-30T08:00:00Z'),
    });
    expect(leaving.span.end).toBe(coming.span.start);
  });

  test('of 23 hours over the spring change is one night, of 25 over the autumn change too', () => {
    const berlin = { kind: 'apartment', timezone: 'Europe/Berlin' } as const;
    const spring = { from: instant('2026-03-28T23:00:00Z'), to: instant('2026-03-29T22:00:00Z') };
    const autumn = { from: instant('2026-10-24T22:00:00Z'), to: instant('2026-10-25T23:00:00Z') };
    expect([stayAt(berlin, spring).nights, stayAt(berlin, autumn).nights]).toEqual([1, 1]);
  });

  test('at a generic resource from 22:00 to 02:00 has two priced days, up to midnight one', () => {
    const court = { kind: 'generic', timezone: 'Europe/Berlin' } as const;
    const days = (from: string, to: string) => {
      const stay = stayAt(court, { from: instant(from), to: instant(to) });
      return pricedDates(court, stay);
    };
    expect(days('2026-06-10T20:00:00Z', '2026-06-11T00:00:00Z')).toEqual(['2026-06-10', '2026-06-11']);
    expect(days('2026-06-10T20:00:00Z', '2026-06-10T22:00:00Z')).toEqual(['2026-06-10']);
  });
});
