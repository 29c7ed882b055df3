import { describe, expect, it } from 'vitest';
import { readCalendar } from './read-calendar.ts';
import { tenantTag } from '../../domain/feeds/own-uid.ts';
import { writeFeed } from './write-feed.ts';

const ownTag = tenantTag('0198c5a0-1111-7000-8000-aaaaaaaaaaaa');
const otherTag = tenantTag('0198c5a0-1111-7000-8000-bbbbbbbbbbbb');
const now = Temporal.Instant.from('2027-03-01T00:00:00Z');

const feed = writeFeed(
  'Villa',
  [
    {
      id: '0198c5a0-3333-7000-8000-000000000003',
      kind: 'reservation',
      dates: { from: '2027-03-27', to: '2027-03-29' },
      instants: null,
      changedAt: '2027-01-02T03:04:05.678Z',
      sequence: 0,
    },
  ],
  ownTag,
);

function datesReadBy(tag: string): unknown[] {
  const read = readCalendar(Buffer.from(feed), now, tag);
  return read.ok ? read.value.events.map(({ when }) => [when.from, when.to]) : [read.refusal.message];
}

describe('a feed written for one tenant', () => {
  it('has no events for that tenant', () => {
    expect(datesReadBy(ownTag)).toEqual([]);
  });

  it('has its events for another tenant of the same installation', () => {
    expect(datesReadBy(otherTag)).toEqual([['2027-03-27', '2027-03-29']]);
  });
});
