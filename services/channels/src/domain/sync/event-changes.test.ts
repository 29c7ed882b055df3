import { expect, it } from 'vitest';
import type { AcceptedEvent } from './match-events.ts';
import { changesBetween, NO_CHANGES } from './event-changes.ts';

const event = (key: string, from: string): AcceptedEvent => ({
  feedKey: key,
  key,
  shown: key,
  when: { kind: 'date', from, to: '2027-03-01' },
  since: '2027-01-01',
  rolls: 0,
});

it('an event is added, moved or removed by the key of its blocks', () => {
  const before = [event('a', '2027-02-01'), event('b', '2027-02-02'), event('c', '2027-02-03')];
  const now = [event('a', '2027-02-01'), event('b', '2027-02-20'), event('d', '2027-02-03')];
  expect(changesBetween(before, now)).toEqual({ added: 1, moved: 1, removed: 1 });
  expect(changesBetween(before, before)).toEqual(NO_CHANGES);
  expect(changesBetween([], before)).toEqual({ added: 3, moved: 0, removed: 0 });
});
