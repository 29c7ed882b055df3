import { expect, test } from 'vitest';
import type { FeedWhen } from './feed-event.ts';
import { occupiedTime } from './occupied-time.ts';

const cottage = { kind: 'lodging', timezone: 'Europe/Berlin' } as const;
const boat = { kind: 'generic', timezone: 'America/New_York' } as const;
const time = (from: string, to: string): { when: FeedWhen } => {
  const at = (text: string) => (text.endsWith('Z') ? { instant: text } : { local: text });
  return { when: { kind: 'time', from: at(from), to: at(to) } };
};
const date = (from: string, to: string): { when: FeedWhen } => ({ when: { kind: 'date', from, to } });
const occupied = (event: { when: FeedWhen }, resource: typeof cottage | typeof boat): string => {
  const span = occupiedTime(event, resource);
  return span === null ? 'nothing' : `${span.from} – ${span.to}`;
};

test.each([
  ['dates are its nights', date('2026-12-04', '2026-12-07'), '2026-12-04 – 2026-12-07'],
  [
    'the time of check-out takes no night',
    time('2026-12-04T15:00:00', '2026-12-07T10:00:00'),
    '2026-12-04 – 2026-12-07',
  ],
  [
    'times are those of the time zone of the resource',
    time('2026-12-04T23:30:00Z', '2026-12-06T09:00:00Z'),
    '2026-12-05 – 2026-12-06',
  ],
  ['a visit within a day takes nothing', time('2026-12-04T10:00:00', '2026-12-04T18:00:00'), 'nothing'],
  [
    'a visit within a local day takes nothing',
    time('2026-12-04T23:30:00Z', '2026-12-05T20:00:00Z'),
    'nothing',
  ],
  [
    'a day from midnight to midnight is a night',
    time('2026-12-04T00:00:00', '2026-12-05T00:00:00'),
    '2026-12-04 – 2026-12-05',
  ],
])('of a lodging: %s', (_, event, nights) => {
  expect(occupied(event, cottage)).toBe(nights);
});

test.each([
  [
    'instants stay as they are',
    time('2026-12-04T10:00:00Z', '2026-12-04T11:00:00Z'),
    '2026-12-04T10:00:00Z – 2026-12-04T11:00:00Z',
  ],
  [
    'times without a zone are in the zone of the resource',
    time('2026-12-04T10:00:00', '2026-12-04T11:00:00'),
    '2026-12-04T15:00:00Z – 2026-12-04T16:00:00Z',
  ],
  [
    'dates are days in the zone of the resource',
    date('2027-03-14', '2027-03-15'),
    '2027-03-14T05:00:00Z – 2027-03-15T04:00:00Z',
  ],
  [
    'times whose order the zone reverses take nothing',
    time('2026-12-04T10:00:00Z', '2026-12-04T04:00:00'),
    'nothing',
  ],
])('of a generic resource: %s', (_, event, instants) => {
  expect(occupied(event, boat)).toBe(instants);
});
