import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FeedEvent } from '../feeds/feed-event.ts';
import { isRollingWindow, matchEvents } from './match-events.ts';
import type { AcceptedEvent } from './match-events.ts';

const event = (uid: string, from: string, to: string): FeedEvent => ({
  key: uid,
  uid,
  recurrenceId: null,
  when: { kind: 'date', from, to },
});
const keysOf = (known: readonly AcceptedEvent[]) => known.map(({ key }) => key);

describe('the key of an event', () => {
  it('is its UID at first, and stays when its dates change', () => {
    const first = matchEvents([], [event('a', '2027-05-01', '2027-05-03')], '2027-01-01');
    const moved = matchEvents(first, [event('a', '2027-07-01', '2027-07-09')], '2027-01-01');
    expect(keysOf(moved)).toEqual(['a']);
    expect(moved[0]?.when).toEqual({ kind: 'date', from: '2027-07-01', to: '2027-07-09' });
  });

  it('stays when its UID changes and its dates do not, and then follows the new UID', () => {
    const first = matchEvents([], [event('a', '2027-05-01', '2027-05-03')], '2027-01-01');
    const renamed = matchEvents(first, [event('b', '2027-05-01', '2027-05-03')], '2027-01-01');
    const moved = matchEvents(renamed, [event('b', '2027-06-01', '2027-06-03')], '2027-01-01');
    expect(keysOf(moved)).toEqual(['a']);
  });

  it('is not given to a second event that has the first UID later', () => {
    const first = matchEvents([], [event('a', '2027-05-01', '2027-05-03')], '2027-01-01');
    const renamed = matchEvents(first, [event('b', '2027-05-01', '2027-05-03')], '2027-01-01');
    const both = [event('b', '2027-05-01', '2027-05-03'), event('a', '2027-08-01', '2027-08-03')];
    const names = keysOf(matchEvents(renamed, both, '2027-01-01'));
    expect(names[0]).toBe('a');
    expect(new Set(names).size).toBe(2);
  });

  it('is a new one for an event with another UID and other dates', () => {
    const first = matchEvents([], [event('a', '2027-05-01', '2027-05-03')], '2027-01-01');
    expect(keysOf(matchEvents(first, [event('b', '2027-05-10', '2027-05-12')], '2027-01-01'))).toEqual(['b']);
  });

  it.each(['same', 'new'])(
    'stays for a window that moves each day under the %s UID, which is a rolling window',
    (uids) => {
      let known: AcceptedEvent[] = [];
      const today = Temporal.PlainDate.from('2027-01-01');
      for (let day = 0; day < 30; day += 1) {
        const from = today.add({ days: day + 365 });
        const uid = uids === 'same' ? 'window' : `window-${day}`;
        const window = event(uid, from.toString(), from.add({ days: 300 }).toString());
        known = matchEvents(known, [window], today.add({ days: day }).toString());
      }
      expect(keysOf(known)).toEqual([uids === 'same' ? 'window' : 'window-0']);
      expect(known.every(isRollingWindow)).toBe(true);
    },
  );

  it('does not mark a stay as rolling that moves within a day, or not by the days that passed', () => {
    let known = matchEvents([], [event('a', '2027-05-01', '2027-05-04')], '2027-01-01');
    for (const from of ['2027-05-02', '2027-05-03', '2027-05-04']) {
      known = matchEvents(known, [event('a', from, '2027-05-09')], '2027-01-01');
    }
    known = matchEvents(known, [event('a', '2027-05-20', '2027-05-24')], '2027-01-02');
    known = matchEvents(known, [event('a', '2027-06-20', '2027-06-24')], '2027-01-03');
    expect(known.some(isRollingWindow)).toBe(false);
  });

  it('belongs to one event only, whichever events are added and removed', () => {
    const day = fc.integer({ min: 0, max: 6 });
    const some = fc.uniqueArray(fc.tuple(fc.constantFrom('a', 'b', 'c', 'd', 'e'), day, day), {
      selector: ([uid]) => uid,
    });
    fc.assert(
      fc.property(fc.array(some, { maxLength: 6 }), (readings) => {
        let known: AcceptedEvent[] = [];
        readings.forEach((reading, index) => {
          const events = reading.map(([uid, from, days]) => {
            const start = Temporal.PlainDate.from('2027-05-01').add({ days: from });
            return event(uid, start.toString(), start.add({ days: days + 1 }).toString());
          });
          const today = Temporal.PlainDate.from('2027-01-01').add({ days: index }).toString();
          known = matchEvents(known, events, today);
          expect(known.map(({ feedKey }) => feedKey)).toEqual(events.map(({ key }) => key));
          for (const names of [keysOf(known), known.map(({ shown }) => shown)]) {
            expect(new Set(names).size).toBe(events.length);
          }
        });
      }),
    );
  });
});
