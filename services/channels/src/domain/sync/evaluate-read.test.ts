import { expect, it } from 'vitest';
import { evaluateRead } from './evaluate-read.ts';
import type { EvaluationContext, FeedRead } from './evaluate-read.ts';
import type { FeedEvent } from '../feeds/feed-event.ts';
import { matchEvents } from './match-events.ts';

const today = '2027-01-10';
const resource = { listingId: 'l', resourceId: 'r', kind: 'lodging', timezone: 'Europe/Berlin' } as const;

function events(count: number): FeedEvent[] {
  return Array.from({ length: count }, (_, index) => {
    const from = Temporal.PlainDate.from('2027-02-01').add({ days: 2 * index });
    const when = { kind: 'date', from: `${from}`, to: `${from.add({ days: 1 })}` } as const;
    return { key: `${index}`, uid: `${index}`, recurrenceId: null, when };
  });
}

const snapshot = (count: number): FeedRead => {
  return { kind: 'snapshot', events: events(count), etag: '"1"', lastModified: null };
};

function contextWith(count: number, more: Partial<EvaluationContext> = {}): EvaluationContext {
  return {
    accepted: matchEvents([], events(count), '2027-01-01'),
    resources: [resource],
    quarantine: null,
    failures: 0,
    now: Temporal.Instant.from(`${today}T12:00:00Z`),
    today,
    intervalSeconds: 900,
    random: 0.5,
    digest: (text) => `digest of ${text.length}`,
    ...more,
  };
}

it('accepts a snapshot, with its validators and blocks', () => {
  const { result, events: accepted, blocks } = evaluateRead(contextWith(4), snapshot(6));
  const validators = { etag: '"1"', lastModified: null, fetchedOn: today };
  expect(result).toEqual({ kind: 'accepted', eventCount: 6, ...validators, refreshInSeconds: 900 });
  expect(accepted).toHaveLength(6);
  expect(blocks).toHaveLength(6);
});

it('quarantines a snapshot that lost more than half, and accepts it when it is confirmed', () => {
  const first = evaluateRead(contextWith(10), snapshot(4));
  expect(first.result).toMatchObject({ kind: 'quarantined', refreshInSeconds: 90 });
  expect(first.blocks).toHaveLength(10);
  const digest = first.result.kind === 'quarantined' ? first.result.digest : '';
  const quarantine = { digest, forSeconds: 61 };
  const second = evaluateRead(contextWith(10, { quarantine }), snapshot(4));
  expect(second.result).toMatchObject({ kind: 'accepted', eventCount: 4 });
  expect(second.blocks).toHaveLength(4);
});

it('keeps the accepted events and their blocks where the feed is unchanged or rejected', () => {
  const context = contextWith(3, { failures: 1 });
  const unchanged = evaluateRead(context, { kind: 'unchanged' });
  expect(unchanged.result).toEqual({ kind: 'unchanged', eventCount: 3, refreshInSeconds: 900 });
  const rejected = evaluateRead(context, { kind: 'rejected', message: 'No.', retryAfterSeconds: 7_200 });
  expect(rejected.result).toEqual({ kind: 'rejected', message: 'No.', refreshInSeconds: 7_200 });
  for (const { events: accepted, blocks } of [unchanged, rejected]) {
    expect(accepted).toBe(context.accepted);
    expect(blocks).toHaveLength(3);
  }
});

it('rejects a snapshot with more blocks than one step has, and leaves inventory as it is', () => {
  const resources = Array.from({ length: 5_001 }, (_, index) => ({ ...resource, resourceId: `${index}` }));
  const { result, blocks } = evaluateRead(contextWith(0, { resources }), snapshot(4));
  expect(result).toMatchObject({ kind: 'rejected', message: expect.stringContaining('Map it to fewer') });
  expect(blocks).toBeUndefined();
});
