import { MAX_CALENDAR_BYTES } from '@lodging/contract-wire';
import ICAL from 'ical.js';
import fc from 'fast-check';
import ical from 'node-ical';
import { describe, expect, it } from 'vitest';
import { isOwnUid } from '../../domain/feeds/own-uid.ts';
import { writeFeed } from './write-feed.ts';
import type { FeedEntry } from '../../domain/feeds/feed-entry.ts';

const TAG = '.0123456789ab';
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
  it('of 20,000 entries fits into a message', () => {
    const entries = Array.from({ length: 1_000 }, () => ({ ...BLOCK, sequence: 1_000_000 }));
    const text = JSON.stringify({ body: writeFeed('x'.repeat(200), entries, TAG) });
    expect(Buffer.byteLength(text) * 20).toBeLessThan(MAX_CALENDAR_BYTES);
  });

  it('has exactly these octets', () => {
    const name = 'Häuschen am Meer, mit Garten; Strand\\Düne und sehr viel Platz für alle 🏡🏡';
    expect(writeFeed(name, [BLOCK, STAY], TAG)).toBe(
      [
        'BEGIN:VCALENDAR',
        'VERSION:2.0',
        'PRODID:-//Lodging//Lodging 1.0//EN',
        'CALSCALE:GREGORIAN',
        'METHOD:PUBLISH',
        'NAME:Häuschen am Meer\\, mit Garten\\; Strand\\\\Düne und sehr viel Platz f',
        ' ür alle 🏡🏡',
        'X-WR-CALNAME:Häuschen am Meer\\, mit Garten\\; Strand\\\\Düne und sehr viel ',
        ' Platz für alle 🏡🏡',
        'REFRESH-INTERVAL;VALUE=DURATION:PT15M',
        'X-PUBLISHED-TTL:PT15M',
        'BEGIN:VEVENT',
        'UID:0198c5a0-1111-7000-8000-000000000001.0123456789ab@lodging',
        'SEQUENCE:0',
        'DTSTAMP:20270102T030405Z',
        'DTSTART;VALUE=DATE:20270327',
        'DTEND;VALUE=DATE:20270329',
        'SUMMARY:Reserved',
        'TRANSP:OPAQUE',
        'STATUS:CONFIRMED',
        'LAST-MODIFIED:20270102T030405Z',
        'END:VEVENT',
        'BEGIN:VEVENT',
        'UID:0198c5a0-2222-7000-8000-000000000002.0123456789ab@lodging',
        'SEQUENCE:3',
        'DTSTAMP:20270203T000000Z',
        'DTSTART:20270502T233000Z',
        'DTEND:20270503T010001Z',
        'SUMMARY:Not available',
        'TRANSP:OPAQUE',
        'STATUS:CONFIRMED',
        'LAST-MODIFIED:20270203T000000Z',
        'END:VEVENT',
        'END:VCALENDAR',
        '',
      ].join('\r\n'),
    );
  });

  it('without entries is a valid calendar', () => {
    const feed = writeFeed('Villa', [], TAG);
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
    expect(writeFeed('Villa', [STAY, BLOCK], TAG)).toBe(writeFeed('Villa', [BLOCK, STAY], TAG));
  });

  it('has UIDs that are recognised when the feed is imported', () => {
    const uids = [...writeFeed('Villa', [STAY, BLOCK], TAG).matchAll(/^UID:(.*)\r$/gm)].map(
      ([, uid]) => uid ?? '',
    );
    expect(uids.map((uid) => isOwnUid(uid, TAG))).toEqual([true, true]);
    expect(uids.map((uid) => isOwnUid(uid, '.another'))).toEqual([false, false]);
  });

  it('of 1,000 stays takes milliseconds of the processor', () => {
    const stays = manyStays(1_000);
    const times = Array.from({ length: 21 }, () => {
      const before = process.threadCpuUsage();
      writeFeed('Villa', stays, TAG);
      return process.threadCpuUsage(before).user / 1_000;
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
    entries.map((one) => [`${one.id}${TAG}@lodging`, { times: timesOf(one), ...wordsOf(one) }]),
  );
const wordsOf = ({ kind, sequence }: FeedEntry) => ({
  sequence,
  summary: kind === 'reservation' ? 'Reserved' : 'Not available',
});

/** One, two, three and four octets wide. */
const anyText = fc.string({ unit: 'binary', maxLength: 400, size: 'max' });
const wideText = fc.string({
  unit: fc.constantFrom('a', ' ', ',', ';', '\\', '\n', 'é', '漢', '🏡', '👩‍👩‍👧'),
  maxLength: 300,
  size: 'max',
});
const octets = (text: string) => new TextEncoder().encode(text).length;
const linesOf = (feed: string) => feed.slice(0, -2).split('\r\n');
/** The value of a line, unfolded. */
const valueOf = (feed: string, name: string) =>
  linesOf(feed.replaceAll('\r\n ', ''))
    .find((line) => line.startsWith(`${name}:`))
    ?.slice(name.length + 1);
/** As RFC 5545 §3.3.11 reads it. */
const unescape = (text: string) =>
  text.replaceAll(/\\(.)/gu, (_, character: string) => (character.toLowerCase() === 'n' ? '\n' : character));

describe('the lines of a feed', () => {
  it('have at most 75 octets between two breaks, and unfold and unescape to the same text', () => {
    fc.assert(
      fc.property(fc.oneof(anyText, wideText), (text) => {
        const written = writeFeed(`Villa ${text}`, [], TAG);
        expect(written.endsWith('END:VCALENDAR\r\n')).toBe(true);
        expect(linesOf(written).every((line) => octets(line) <= 75)).toBe(true);
        const kept = text
          .toWellFormed()
          .replaceAll(/\r\n|\r/g, '\n')
          .replaceAll(/\p{Cc}/gu, (control) => (control === '\n' || control === '\t' ? control : ' '));
        for (const name of ['NAME', 'X-WR-CALNAME'])
          expect(unescape(valueOf(written, name) ?? '')).toBe(`Villa ${kept}`);
      }),
      { numRuns: 1_000 },
    );
  });

  it('are folded at the seventy-fifth octet and not before it', () => {
    const nameOf = (length: number) => linesOf(writeFeed('x'.repeat(length), [], TAG)).slice(5, 7);
    expect(nameOf(69)[0]).toBe(`NAME:${'x'.repeat(69)}`);
    expect(nameOf(69)[1]).toMatch(/^X-WR-CALNAME:/);
    expect(nameOf(70)).toEqual([`NAME:${'x'.repeat(69)}`, ' x']);
    expect(nameOf(143)).toEqual([`NAME:${'x'.repeat(69)}`, ` ${'x'.repeat(74)}`]);
  });

  it('break no character in two', () => {
    const [name, rest] = linesOf(writeFeed(`${'x'.repeat(69)}é${'🏡'.repeat(18)}`, [], TAG)).slice(5);
    expect([name, rest]).toEqual([`NAME:${'x'.repeat(69)}`, ` é${'🏡'.repeat(18)}`]);
  });

  it('are not broken by the name of a resource', () => {
    const feed = writeFeed('a\r\nEND:VCALENDAR\nb\rc,d;e\\n\u0000', [], TAG);
    expect(valueOf(feed, 'NAME')).toBe(String.raw`a\nEND:VCALENDAR\nb\nc\,d\;e\\n `);
  });
});

describe('other parsers', () => {
  it('ical.js finds each entry with its times, and the name', () => {
    fc.assert(
      fc.property(feed, ([name, entries]) => {
        const calendar = new ICAL.Component(ICAL.parse(writeFeed(name, entries, TAG)));
        const events = calendar.getAllSubcomponents('vevent').map((one) => new ICAL.Event(one));
        const found = Object.fromEntries(
          events.map((event) => {
            const { uid, summary, sequence, startDate, endDate } = event;
            return [uid, { times: [startDate, endDate].map(String), sequence, summary }];
          }),
        );
        expect(found).toEqual(expected(entries));
        // ical.js does not unescape the values of properties it does not know.
        const shown = String(calendar.getFirstPropertyValue('x-wr-calname') ?? '');
        expect(shown.replaceAll(/\\(.)/g, '$1')).toBe(name);
      }),
      { numRuns: 200 },
    );
  });

  it('node-ical finds each entry with its times', () => {
    fc.assert(
      fc.property(feed, ([name, entries]) => {
        const parts = Object.values(ical.sync.parseICS(writeFeed(name, entries, TAG)));
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

  /** node-ical gives dates as midnights of the process's zone. */
  function momentOf(moment: Date, datetype: string): string {
    const instant = Temporal.Instant.fromEpochMilliseconds(moment.getTime());
    if (datetype !== 'date') return instant.toString();
    return instant
      .toZonedDateTimeISO(Intl.DateTimeFormat().resolvedOptions().timeZone)
      .toPlainDate()
      .toString();
  }
});
