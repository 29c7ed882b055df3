// Guards the calendar that goes out to the octet, and how it is read by two readers that are not ours.
import ICAL from 'ical.js';
import fc from 'fast-check';
import ical from 'node-ical';
import { describe, expect, it } from 'vitest';
import { isOwnUid } from './own-uid.ts';
import { writeFeed } from './write-feed.ts';
import type { FeedEntry } from './write-feed.ts';

const HOUSE = '.0123456789ab';
const STAY: FeedEntry = {
  id: '0198c5a0-1111-7000-8000-000000000001',
  kind: 'reservation',
  dates: { from: '2027-03-27', to: '2027-03-29' },
  instants: null,
  changedAt: '2027-01-02T03:04:05.678Z',
  sequence: 0,
};
const BLOCK: FeedEntry = {
  id: '0198c5a0-2222-7000-8000-000000000002',
  kind: 'external_block',
  dates: null,
  instants: { from: '2027-05-02T23:30:00.000Z', to: '2027-05-03T01:00:00.250Z' },
  changedAt: '2027-02-03T00:00:00.000Z',
  sequence: 3,
};

describe('a written feed', () => {
  it('is this, to the octet', () => {
    const name = 'Häuschen am Meer, mit Garten; Strand\\Düne und sehr viel Platz für alle 🏡🏡';
    expect(writeFeed(name, [BLOCK, STAY], HOUSE)).toBe(
      [
        'BEGIN:VCALENDAR',
        'VERSION:2.0',
        'PRODID:-//Lodging//Lodging 1.0//EN',
        'CALSCALE:GREGORIAN',
        'METHOD:PUBLISH',
        'NAME:Häuschen am Meer\\, mit Garten\\; Strand\\\\Düne und sehr viel Platz fü',
        ' r alle 🏡🏡',
        'X-WR-CALNAME:Häuschen am Meer\\, mit Garten\\; Strand\\\\Düne und sehr viel P',
        ' latz für alle 🏡🏡',
        'REFRESH-INTERVAL;VALUE=DURATION:PT15M',
        'X-PUBLISHED-TTL:PT15M',
        'BEGIN:VEVENT',
        'UID:0198c5a0-1111-7000-8000-000000000001.0123456789ab@lodging',
        'DTSTAMP:20270102T030405Z',
        'LAST-MODIFIED:20270102T030405Z',
        'SEQUENCE:0',
        'DTSTART;VALUE=DATE:20270327',
        'DTEND;VALUE=DATE:20270329',
        'SUMMARY:Reserved',
        'STATUS:CONFIRMED',
        'TRANSP:OPAQUE',
        'END:VEVENT',
        'BEGIN:VEVENT',
        'UID:0198c5a0-2222-7000-8000-000000000002.0123456789ab@lodging',
        'DTSTAMP:20270203T000000Z',
        'LAST-MODIFIED:20270203T000000Z',
        'SEQUENCE:3',
        'DTSTART:20270502T233000Z',
        'DTEND:20270503T010001Z',
        'SUMMARY:Not available',
        'STATUS:CONFIRMED',
        'TRANSP:OPAQUE',
        'END:VEVENT',
        'END:VCALENDAR',
        '',
      ].join('\r\n'),
    );
  });

  it('without entries is a valid, empty calendar', () => {
    const feed = writeFeed('Villa', [], HOUSE);
    expect(feed).toBe(
      [
        'BEGIN:VCALENDAR',
        'VERSION:2.0',
        'PRODID:-//Lodging//Lodging 1.0//EN',
        'CALSCALE:GREGORIAN',
        'METHOD:PUBLISH',
        'NAME:Villa',
        'X-WR-CALNAME:Villa',
        'REFRESH-INTERVAL;VALUE=DURATION:PT15M',
        'X-PUBLISHED-TTL:PT15M',
        'END:VCALENDAR',
        '',
      ].join('\r\n'),
    );
    expect(new ICAL.Component(ICAL.parse(feed)).getAllSubcomponents()).toEqual([]);
  });

  it('is the same in whatever order its entries come', () => {
    expect(writeFeed('Villa', [STAY, BLOCK], HOUSE)).toBe(writeFeed('Villa', [BLOCK, STAY], HOUSE));
  });

  it('names its events so that they are known again when they come back', () => {
    const uids = [...writeFeed('Villa', [STAY, BLOCK], HOUSE).matchAll(/^UID:(.*)\r$/gm)].map(
      ([, uid]) => uid ?? '',
    );
    expect(uids.map((uid) => isOwnUid(uid, HOUSE))).toEqual([true, true]);
    expect(uids.map((uid) => isOwnUid(uid, '.another'))).toEqual([false, false]);
  });

  it('of 1,000 stays is written in milliseconds', () => {
    const stays = manyStays(1_000);
    const times = Array.from({ length: 21 }, () => {
      const since = performance.now();
      writeFeed('Villa', stays, HOUSE);
      return performance.now() - since;
    });
    expect(times.toSorted((one, other) => one - other)[10]).toBeLessThan(25);
  });
});

function manyStays(count: number): FeedEntry[] {
  const first = Temporal.PlainDate.from('2027-01-01');
  return Array.from({ length: count }, (_, index) => ({
    ...STAY,
    id: `0198c5a0-1111-7000-8000-${String(index).padStart(12, '0')}`,
    dates: { from: first.add({ days: index }).toString(), to: first.add({ days: index + 1 }).toString() },
  }));
}

const date = fc
  .integer({ min: 0, max: 2_000 })
  .map((days) => Temporal.PlainDate.from('2026-01-01').add({ days }));
const length = fc.integer({ min: 1, max: 60 });
const facts = fc.record({
  id: fc.uuid(),
  kind: fc.constantFrom('reservation' as const, 'external_block' as const),
  changedAt: fc.constantFrom('2026-05-05T10:11:12.131Z', '2026-12-31T23:59:59.999Z'),
  sequence: fc.nat({ max: 9 }),
});
const entry: fc.Arbitrary<FeedEntry> = fc.oneof(
  fc.tuple(facts, date, length).map(([fact, from, days]) => ({
    ...fact,
    dates: { from: from.toString(), to: from.add({ days }).toString() },
    instants: null,
  })),
  fc.tuple(facts, date, fc.nat({ max: 86_399 }), length).map(([fact, day, second, hours]) => {
    const from = day.toZonedDateTime('UTC').toInstant().add({ seconds: second });
    return { ...fact, dates: null, instants: { from: from.toString(), to: from.add({ hours }).toString() } };
  }),
);
const feed = fc.tuple(
  fc.string({ unit: 'grapheme', maxLength: 120, size: 'max' }),
  fc.uniqueArray(entry, { selector: ({ id }) => id, maxLength: 20, size: 'max' }),
);
const timesOf = ({ dates, instants }: FeedEntry) => {
  const { from, to } = dates ?? instants ?? { from: '', to: '' };
  return [from, to];
};
const expected = (entries: readonly FeedEntry[]) =>
  Object.fromEntries(
    entries.map((one) => [`${one.id}${HOUSE}@lodging`, { times: timesOf(one), ...wordsOf(one) }]),
  );
const wordsOf = ({ kind, sequence }: FeedEntry) => ({
  sequence,
  summary: kind === 'reservation' ? 'Reserved' : 'Not available',
});

describe('another reader', () => {
  it('ical.js finds each entry with its times, and the name', () => {
    fc.assert(
      fc.property(feed, ([name, entries]) => {
        const calendar = new ICAL.Component(ICAL.parse(writeFeed(name, entries, HOUSE)));
        const events = calendar.getAllSubcomponents('vevent').map((one) => new ICAL.Event(one));
        const found = Object.fromEntries(
          events.map((event) => {
            const { uid, summary, sequence, startDate, endDate } = event;
            return [uid, { times: [startDate, endDate].map(String), sequence, summary }];
          }),
        );
        expect(found).toEqual(expected(entries));
        // It leaves the texts of properties it does not know as they are.
        const shown = String(calendar.getFirstPropertyValue('x-wr-calname') ?? '');
        expect(shown.replaceAll(/\\(.)/g, '$1')).toBe(name);
      }),
      { numRuns: 200 },
    );
  });

  it('node-ical finds each entry with its times', () => {
    fc.assert(
      fc.property(feed, ([name, entries]) => {
        const parts = Object.values(ical.sync.parseICS(writeFeed(name, entries, HOUSE)));
        const found = Object.fromEntries(
          parts.flatMap((part) => {
            if (part?.type !== 'VEVENT') return [];
            const { uid, summary, sequence, start, end = start, datetype } = part;
            const times = [start, end].map((moment) => momentOf(moment, datetype));
            return [[uid, { times, sequence: Number(sequence), summary }]];
          }),
        );
        expect(found).toEqual(expected(entries));
      }),
      { numRuns: 200 },
    );
  });

  /** It gives dates as midnights of the process's zone. */
  function momentOf(moment: Date, datetype: string): string {
    const instant = Temporal.Instant.fromEpochMilliseconds(moment.getTime());
    if (datetype !== 'date') return instant.toString();
    return instant
      .toZonedDateTimeISO(Intl.DateTimeFormat().resolvedOptions().timeZone)
      .toPlainDate()
      .toString();
  }
});
