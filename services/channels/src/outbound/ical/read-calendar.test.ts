import { describe, expect, test } from 'vitest';
import type { FeedEvent, ParsedFeed } from '../../domain/feeds/feed-event.ts';
import { readCalendar } from './read-calendar.ts';
import { airbnb, calendarOf } from '../../../test/sample-feeds.ts';

const now = Temporal.Instant.from('2026-11-20T12:00:00Z');
const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const stay = ['DTSTART;VALUE=DATE:20261204', 'DTEND;VALUE=DATE:20261207'];

function feedOf(feed: string | Uint8Array): ParsedFeed {
  const read = readCalendar(typeof feed === 'string' ? bytesOf(feed) : feed, now);
  if (!read.ok) {
    throw new Error(read.refusal.message);
  }
  return read.value;
}
const refusalOf = (feed: string): string | undefined => {
  const read = readCalendar(bytesOf(feed), now);
  return read.ok ? undefined : read.refusal.message;
};
const oneEvent = (...lines: string[]): FeedEvent | undefined =>
  feedOf(calendarOf(['UID:a@x', ...lines])).events[0];
const datesOf = (...lines: string[]): string[] =>
  feedOf(calendarOf(['UID:a@x', ...lines])).events.map(({ when }) =>
    when.kind === 'date'
      ? `${when.from}/${when.to}`
      : 'instant' in when.from
        ? when.from.instant
        : when.from.local,
  );

describe('a text that is not a complete calendar is refused, not read as an empty one', () => {
  test.each([
    ['a web page', '<!doctype html><html><body>Sign in</body></html>', 'web page'],
    ['an empty answer', '', 'empty'],
    ['blank lines', '\r\n \r\n', 'empty'],
    ['some text', 'Not found', 'does not answer with a calendar'],
    ['text before a calendar', `Warning: x\r\n${airbnb}`, 'does not answer with a calendar'],
    ['another kind of component', 'BEGIN:VCARD\r\nEND:VCARD\r\n', 'does not answer with a calendar'],
    ['a calendar cut off between events', airbnb.slice(0, airbnb.lastIndexOf('END:VCALENDAR')), 'incomplete'],
    ['a calendar cut off within an event', airbnb.slice(0, airbnb.lastIndexOf('END:VEVENT')), 'incomplete'],
    ['an event that never ends', calendarOf(stay).replace('END:VEVENT\r\n', ''), 'incomplete'],
    [
      'an event that never began',
      calendarOf(stay).replace('BEGIN:VEVENT\r\n', 'BEGIN:VTODO\r\n'),
      'incomplete',
    ],
  ])('%s', (_, feed, words) => {
    expect(refusalOf(feed)).toContain(words);
  });

  test('a good calendar cut off at any character', () => {
    for (let length = 0; length < airbnb.length - 2; length += 1) {
      expect(refusalOf(airbnb.slice(0, length)), `${length}`).toBeDefined();
    }
  });

  test('more than 20,000 events', () => {
    expect(refusalOf(calendarOf(...Array.from({ length: 20_001 }, () => stay)))).toContain('20000');
  });

  test('series of more than 20,000 instances', () => {
    const daily = [...stay, 'RRULE:FREQ=DAILY'];
    const series = Array.from({ length: 30 }, (_, index) => [`UID:${index}`, ...daily]);
    expect(refusalOf(calendarOf(...series))).toContain('repeating');
  });

  test('a calendar without events is accepted', () => {
    expect(feedOf(calendarOf()).events).toEqual([]);
  });
});

describe('an event that cannot be read is left out, and the others are read', () => {
  test.each([
    ['no start', ['DTEND;VALUE=DATE:20261207']],
    ['a start that is no date', ['DTSTART:soon', 'DTEND;VALUE=DATE:20261207']],
    ['a month that rolls over', ['DTSTART;VALUE=DATE:20271399', 'DTEND;VALUE=DATE:20280102']],
    ['a day that does not exist', ['DTSTART;VALUE=DATE:20270229', 'DTEND;VALUE=DATE:20270302']],
    ['a year out of range', ['DTSTART;VALUE=DATE:00010101', 'DTEND;VALUE=DATE:99991231']],
    ['an unknown frequency', [...stay, 'RRULE:FREQ=FORTNIGHTLY']],
    ['a frequency of seconds', [...stay, 'RRULE:FREQ=SECONDLY']],
    ['an exception that is no date', [...stay, 'RRULE:FREQ=DAILY;COUNT=3', 'EXDATE:never']],
    ['a line that is too long', [...stay, `EXDATE:${'20261204,'.repeat(10_000)}20261204`]],
    ['an alarm that is left open before the dates', ['BEGIN:VALARM', ...stay]],
  ])('%s', (_, lines) => {
    const feed = feedOf(calendarOf(['UID:bad', ...lines], ['UID:good', ...stay]));
    expect(feed.events.map(({ uid }) => uid)).toEqual(['good']);
    expect(feed.leftOut.broken).toBe(1);
  });

  test('a property named like one of an object prototype is ignored', () => {
    expect(oneEvent('__proto__:x', 'CONSTRUCTOR:y', ...stay)).toMatchObject({ uid: 'a@x' });
  });
});

describe('bytes', () => {
  test('a byte order mark, LF line ends, lower-case names and spaces before a line end are accepted', () => {
    const careless = `\uFEFF${airbnb.replaceAll('\r\n', '\n').replaceAll('DTSTART', 'dtstart').replaceAll('BEGIN:VEVENT', 'begin:vevent ')}`;
    expect(feedOf(careless).events).toEqual(feedOf(airbnb).events);
  });

  test('a fold within a character is undone', () => {
    const bytes = bytesOf(calendarOf(['UID:ü@x', ...stay]));
    const inTheMiddle = bytes.indexOf(0xc3) + 1;
    const folded = [...bytes.slice(0, inTheMiddle), 13, 10, 32, ...bytes.slice(inTheMiddle)];
    expect(feedOf(Uint8Array.from(folded)).events[0]?.uid).toBe('ü@x');
  });

  test('bytes that are not UTF-8 are replaced', () => {
    const bytes = bytesOf(calendarOf(['UID:a@x', 'SUMMARY:?', ...stay]));
    bytes[bytes.indexOf(63)] = 0xe9;
    expect(feedOf(bytes).events).toHaveLength(1);
  });
});

describe('dates and times', () => {
  test.each([
    ['a bare date is a date', ['DTSTART:20261204', 'DTEND:20261206'], '2026-12-04/2026-12-06'],
    ['no end is one night', ['DTSTART;VALUE=DATE:20261204'], '2026-12-04/2026-12-05'],
    ['a duration counts', ['DTSTART;VALUE=DATE:20261204', 'DURATION:P1W'], '2026-12-04/2026-12-11'],
    [
      'an end in a far year is bounded',
      ['DTSTART;VALUE=DATE:20261204', 'DTEND;VALUE=DATE:99991231'],
      '2026-12-04/2200-12-31',
    ],
    [
      'a date may end with a time',
      ['DTSTART;VALUE=DATE:20261204', 'DTEND:20261206T100000'],
      '2026-12-04/2026-12-06',
    ],
  ])('%s', (_, lines, dates) => {
    expect(datesOf(...lines)).toEqual([dates]);
  });

  test.each([
    ['UTC', 'DTSTART:20260704T150000Z', { instant: '2026-07-04T15:00:00Z' }],
    ['a zone', 'DTSTART;TZID=Europe/Berlin:20260704T150000', { instant: '2026-07-04T13:00:00Z' }],
    ['a quoted zone', 'DTSTART;TZID="Europe/Berlin":20260704T150000', { instant: '2026-07-04T13:00:00Z' }],
    [
      'a Windows zone',
      'DTSTART;TZID=W. Europe Standard Time:20260704T150000',
      { instant: '2026-07-04T13:00:00Z' },
    ],
    [
      'a zone with a colon',
      'DTSTART;TZID=(UTC+01:00) Home:20260704T150000',
      { local: '2026-07-04T15:00:00' },
    ],
    [
      'a path to a zone',
      'DTSTART;TZID=/mozilla.org/20050126_1/Europe/Berlin:20260704T150000',
      { instant: '2026-07-04T13:00:00Z' },
    ],
    ['an unknown zone', 'DTSTART;TZID=Moon/Base:20260704T150000', { local: '2026-07-04T15:00:00' }],
    ['no zone', 'DTSTART:20260704T150000', { local: '2026-07-04T15:00:00' }],
  ])('%s', (_, start, from) => {
    expect(oneEvent(start, 'DURATION:PT48H')?.when).toMatchObject({ kind: 'time', from });
  });

  test.each([
    ['the 61st second of a minute', 'DTEND:20261206T235960Z', '2026-12-06T23:59:59Z'],
    ['24:00', 'DTEND:20261206T240000Z', '2026-12-07T00:00:00Z'],
  ])('%s is a time', (_, end, instant) => {
    expect(oneEvent('DTSTART:20261204T150000Z', end)?.when).toMatchObject({ to: { instant } });
  });

  test.each(['20261206T240100Z', '20261206T250000Z', '20261206T236000Z', '20261206T235961Z'])(
    '%s is not a time',
    (end) => {
      expect(oneEvent('DTSTART:20261204T150000Z', `DTEND:${end}`)).toBeUndefined();
    },
  );

  test('a duration of hours is exact over a change of the clock', () => {
    expect(oneEvent('DTSTART;TZID=Europe/Berlin:20270328T013000', 'DURATION:PT2H')?.when).toMatchObject({
      from: { instant: '2027-03-28T00:30:00Z' },
      to: { instant: '2027-03-28T02:30:00Z' },
    });
  });

  test('a duration of days keeps the local time over a change of the clock', () => {
    expect(oneEvent('DTSTART;TZID=Europe/Berlin:20271025T000000', 'DURATION:P7D')?.when).toMatchObject({
      from: { instant: '2027-10-24T22:00:00Z' },
      to: { instant: '2027-10-31T23:00:00Z' },
    });
  });

  test('an event in the hour that the clock skips keeps a length', () => {
    const when = oneEvent(
      'DTSTART;TZID=Europe/Berlin:20270328T023000',
      'DTEND;TZID=Europe/Berlin:20270328T030000',
    )?.when;
    expect(when).toEqual({
      kind: 'time',
      from: { instant: '2027-03-28T00:30:00Z' },
      to: { instant: '2027-03-28T01:00:00Z' },
    });
  });
});

describe('events that block nothing', () => {
  test.each([
    ['cancelled', [...stay, 'STATUS:CANCELLED']],
    ['transparent', [...stay, 'TRANSP:transparent']],
    ['ends when it starts', ['DTSTART;VALUE=DATE:20261204', 'DTEND;VALUE=DATE:20261204']],
    ['ends before it starts', ['DTSTART;VALUE=DATE:20261204', 'DTEND;VALUE=DATE:20261203']],
    ['no end', ['DTSTART:20261204T150000Z']],
  ])('%s', (_, lines) => {
    expect(feedOf(calendarOf(['UID:a@x', ...lines]))).toEqual({
      events: [],
      leftOut: { broken: 0, own: 0, blockNothing: 1 },
    });
  });

  test('events of this installation', () => {
    expect(feedOf(calendarOf(['UID:7@lodging', ...stay])).leftOut).toEqual({
      broken: 0,
      own: 1,
      blockNothing: 0,
    });
  });
});

describe('keys of events', () => {
  const keysOf = (...events: string[][]): string[] =>
    feedOf(calendarOf(...events)).events.map(({ key }) => key);

  test('two events with one UID have keys with their starts', () => {
    expect(keysOf(['UID:a', ...stay], ['UID:a', 'DTSTART:20270101'])).toEqual([
      'a@2026-12-04',
      'a@2027-01-01',
    ]);
  });

  test('equal events with one UID are one, and events that differ in their end are two', () => {
    expect(keysOf(['UID:a', ...stay], ['UID:a', ...stay])).toHaveLength(1);
    expect(keysOf(['UID:a', ...stay], ['UID:a', 'DTSTART:20261204'])).toHaveLength(2);
  });

  test('events without a UID have the same keys at each reading, and equal ones are several', () => {
    expect(keysOf(stay, stay)).toEqual(['no-uid-2026-12-04/2026-12-07', 'no-uid-2026-12-04/2026-12-07+2']);
  });

  test.each(['type', 'params', 'event', 'method', '__proto__', 'constructor', String.raw`a\,b\n`, '"a"'])(
    'the UID %s is kept as it is written',
    (uid) => {
      expect(keysOf([`UID:${uid}`, ...stay], ['UID:other', ...stay])).toEqual([uid, 'other']);
    },
  );

  test('long UIDs are shortened and stay different', () => {
    const keys = keysOf([`UID:${'x'.repeat(5_000)}1`, ...stay], [`UID:${'x'.repeat(5_000)}2`, ...stay]);
    expect(new Set(keys).size).toBe(2);
    expect(Math.max(...keys.map((key) => key.length))).toBeLessThanOrEqual(200);
  });
});

describe('series', () => {
  const weekly = ['DTSTART;VALUE=DATE:20261204', 'DTEND;VALUE=DATE:20261206', 'RRULE:FREQ=WEEKLY;COUNT=3'];

  test('are expanded from 30 days back to 730 days ahead', () => {
    const dates = datesOf('DTSTART;VALUE=DATE:19990101', 'RRULE:FREQ=DAILY');
    expect([dates.length, dates[0], dates.at(-1)]).toEqual([
      760,
      '2026-10-21/2026-10-22',
      '2028-11-18/2028-11-19',
    ]);
  });

  test.each(['UNTIL=99991231', 'UNTIL=99991231T235959Z', 'UNTIL=22010101', 'COUNT=1000000000'])(
    'with an end in a far year (%s) fill the window',
    (end) => {
      expect(datesOf('DTSTART;VALUE=DATE:20261201', `RRULE:FREQ=DAILY;${end}`)).toHaveLength(719);
    },
  );

  test('have the instance that starts before the window and ends in it', () => {
    const dates = datesOf(
      'DTSTART;VALUE=DATE:20200101',
      'DTEND;VALUE=DATE:20200401',
      'RRULE:FREQ=YEARLY;BYMONTH=10',
    );
    expect(dates[0]).toBe('2026-10-01/2026-12-31');
  });

  test('have 1,000 instances at most', () => {
    expect(
      datesOf('DTSTART:20261201T000000Z', 'DURATION:PT1H', 'RRULE:FREQ=DAILY;BYHOUR=1,2,3,4'),
    ).toHaveLength(1_000);
  });

  test('leave out EXDATEs in any form, and have RDATEs', () => {
    const timed = ['DTSTART;TZID=Europe/Berlin:20261204T160000', 'DURATION:P1D', 'RRULE:FREQ=WEEKLY;COUNT=4'];
    const dates = datesOf(
      ...timed,
      'EXDATE:20261211T150000Z',
      'EXDATE;VALUE=DATE:20261218',
      'RDATE;TZID=Europe/Berlin:20270103T160000',
    );
    expect(dates).toEqual(['2026-12-04T15:00:00Z', '2026-12-25T15:00:00Z', '2027-01-03T15:00:00Z']);
  });

  test('keep their local time over a change of the clock', () => {
    const dates = datesOf(
      'DTSTART;TZID=Europe/Berlin:20270321T160000',
      'DURATION:P1D',
      'RRULE:FREQ=WEEKLY;COUNT=2',
    );
    expect(dates).toEqual(['2027-03-21T15:00:00Z', '2027-03-28T14:00:00Z']);
  });

  test.each([
    [
      'moved',
      ['DTSTART;VALUE=DATE:20261214', 'DTEND;VALUE=DATE:20261215'],
      ['2026-12-04', '2026-12-18', '2026-12-14'],
    ],
    ['cancelled', ['DTSTART;VALUE=DATE:20261211', 'STATUS:CANCELLED'], ['2026-12-04', '2026-12-18']],
    ['made transparent', ['DTSTART;VALUE=DATE:20261211', 'TRANSP:TRANSPARENT'], ['2026-12-04', '2026-12-18']],
  ])('an instance may be %s', (_, lines, starts) => {
    const feed = feedOf(
      calendarOf(['UID:a', ...weekly], ['UID:a', 'RECURRENCE-ID;VALUE=DATE:20261211', ...lines]),
    );
    expect(new Set(feed.events.map(({ when }) => when.from))).toEqual(new Set(starts));
  });

  test('a moved instance keeps its key', () => {
    const single = ['UID:a', 'RECURRENCE-ID;VALUE=DATE:20261211', 'DTSTART;VALUE=DATE:20261214'];
    const keys = (...events: string[][]): string[] =>
      feedOf(calendarOf(...events)).events.map(({ key }) => key);
    expect(keys(['UID:a', ...weekly], single).toSorted()).toEqual(keys(['UID:a', ...weekly]).toSorted());
  });

  test('instances without their series are events of their own', () => {
    const single = (date: string): string[] => ['UID:busy', `RECURRENCE-ID:${date}`, `DTSTART:${date}`];
    expect(feedOf(calendarOf(single('20261204'), single('20261211'))).events).toHaveLength(2);
  });
});
