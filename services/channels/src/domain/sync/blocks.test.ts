import { MAX_BLOCK_BYTES, MAX_BLOCKS } from '@lodging/contract-inventory';
import { describe, expect, it } from 'vitest';
import { STEP_LIMIT, blocksFor, sizeProblem } from './blocks.ts';
import type { MappedResource } from './blocks.ts';
import type { FeedWhen } from '../feeds/feed-event.ts';
import type { AcceptedEvent } from './match-events.ts';

const now = Temporal.Instant.from('2027-01-10T12:00:00Z');
const cottage: MappedResource = {
  listingId: 'l1',
  resourceId: 'r1',
  kind: 'lodging',
  timezone: 'Europe/Berlin',
};
const boat: MappedResource = {
  listingId: 'l2',
  resourceId: 'r2',
  kind: 'generic',
  timezone: 'Europe/Berlin',
};
const event = (key: string, when: FeedWhen): AcceptedEvent => ({
  feedKey: key,
  key,
  shown: `shown ${key}`,
  when,
  since: '2027-01-01',
  rolls: 0,
});
const nights = (key: string, from: string, to: string) => event(key, { kind: 'date', from, to });
const hours = (key: string, from: string, to: string) =>
  event(key, { kind: 'time', from: { instant: from }, to: { instant: to } });

it('each event blocks each resource, by nights or by instants', () => {
  const { blocks, blocking } = blocksFor([nights('a', '2027-02-01', '2027-02-03')], [cottage, boat], now);
  const times = { startsAt: '2027-01-31T23:00:00.000Z', endsAt: '2027-02-02T23:00:00.000Z' };
  expect(blocks).toEqual([
    { ...named('a', cottage), dates: ['2027-02-01', '2027-02-03'], ...times },
    { ...named('a', boat), instants: [times.startsAt, times.endsAt], ...times },
  ]);
  expect(blocking).toHaveLength(1);
});

function named(key: string, { listingId, resourceId }: MappedResource) {
  return { key, listingId, resourceId, inboundEvent: `shown ${key}` };
}

it('events that ended before yesterday, or are more than two years ahead, neither block nor count', () => {
  const events = [
    nights('over', '2027-01-01', '2027-01-08'),
    nights('just over', '2027-01-01', '2027-01-10'),
    nights('far', '2029-03-01', '2029-03-02'),
  ];
  const { blocks, blocking } = blocksFor(events, [cottage], now);
  expect(blocks.map(({ key }) => key)).toEqual(['just over']);
  expect(blocking).toHaveLength(1);
});

it('events of the same nights block each resource in its own zone, under their own names', () => {
  const events = ['a', 'b'].map((key) => nights(key, '2027-02-01', '2027-02-03'));
  const cabin = { ...cottage, listingId: 'l3', resourceId: 'r3', timezone: 'America/Lima' };
  const { blocks } = blocksFor(events, [cottage, cabin], now);
  expect(blocks.map(({ key, resourceId, startsAt }) => [key, resourceId, startsAt])).toEqual([
    ['a', 'r1', '2027-01-31T23:00:00.000Z'],
    ['a', 'r3', '2027-02-01T05:00:00.000Z'],
    ['b', 'r1', '2027-01-31T23:00:00.000Z'],
    ['b', 'r3', '2027-02-01T05:00:00.000Z'],
  ]);
});

it('an hour blocks a boat and no night of a cottage', () => {
  const visit = hours('visit', '2027-02-01T10:00:00Z', '2027-02-01T11:00:00Z');
  expect(blocksFor([visit], [cottage], now)).toEqual({ blocks: [], blocking: [] });
  expect(blocksFor([visit], [boat], now).blocking).toEqual([visit]);
});

it('a feed without listings blocks nothing, but its events are counted', () => {
  const events = [nights('a', '2027-02-01', '2027-02-03')];
  expect(blocksFor(events, [], now)).toEqual({ blocks: [], blocking: events });
});

describe('one step', () => {
  const events = (count: number, key = 'a') => Array.from({ length: count }, () => ({ key, shown: key }));

  it('has the limits of inventory', () => {
    expect(STEP_LIMIT).toEqual({ blocks: MAX_BLOCKS, bytes: MAX_BLOCK_BYTES });
  });

  it('fits the largest feed for one resource, but not for two', () => {
    expect(sizeProblem(events(20_000, 'x'.repeat(60)), [cottage])).toBeUndefined();
    expect(sizeProblem(events(20_000), [cottage, boat])).toContain('Map it to fewer');
    expect(sizeProblem(events(10_000), [cottage, boat])).toBeUndefined();
  });

  it('has a limit for the length of all names', () => {
    expect(sizeProblem(events(20_000, 'x'.repeat(200)), [cottage])).toContain('too long');
    // A letter of two bytes counts as two.
    expect(sizeProblem(events(20_000, 'é'.repeat(41)), [cottage])).toContain('too long');
    expect(sizeProblem(events(20_000, 'e'.repeat(41)), [cottage])).toBeUndefined();
  });
});
