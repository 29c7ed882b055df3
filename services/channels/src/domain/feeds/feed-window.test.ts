import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { entriesInWindow, widestWindow } from './feed-window.ts';
import type { FeedEntry } from './feed-entry.ts';

const NOW = Temporal.Instant.from('2027-03-27T22:59:59Z');
const BERLIN = 'Europe/Berlin';
const TODAY = Temporal.PlainDate.from('2027-03-27');

const common = { id: 'one', kind: 'reservation', changedAt: '2027-01-01T00:00:00Z', sequence: 0 } as const;
const dayEntry = (from: Temporal.PlainDate, to: Temporal.PlainDate): FeedEntry => ({
  ...common,
  dates: { from: from.toString(), to: to.toString() },
  instants: null,
});
const timeEntry = (from: string, to: string): FeedEntry => ({
  ...common,
  dates: null,
  instants: { from, to },
});
const shown = (entry: FeedEntry, now = NOW, zone = BERLIN) =>
  entriesInWindow([entry], zone, now).length === 1;
const night = (day: number) => dayEntry(TODAY.add({ days: day }), TODAY.add({ days: day + 1 }));

describe('a feed', () => {
  it('shows the nights from 30 days back to 730 days ahead', () => {
    expect([-31, -30, 0, 730, 731].map((day) => shown(night(day)))).toEqual([false, true, true, true, false]);
  });

  it('shows stays that begin before the window or end after it, uncut', () => {
    expect(shown(dayEntry(TODAY.subtract({ days: 300 }), TODAY.subtract({ days: 29 })))).toBe(true);
    expect(shown(dayEntry(TODAY.add({ days: 730 }), TODAY.add({ days: 900 })))).toBe(true);
  });

  it('uses the local date of the resource, not that of UTC', () => {
    expect(shown(night(-30), NOW.add({ seconds: 1 }))).toBe(false);
    expect(shown(night(731), NOW.add({ seconds: 1 }))).toBe(true);
    expect(shown(night(-30), NOW.add({ seconds: 1 }), 'UTC')).toBe(true);
  });

  it('shows instants by the same local days', () => {
    // The 25th of February in Berlin begins at 23:00Z of the 24th.
    expect(shown(timeEntry('2027-02-24T21:00:00.000Z', '2027-02-24T23:00:00.000Z'))).toBe(false);
    expect(shown(timeEntry('2027-02-24T21:00:00.000Z', '2027-02-24T23:00:00.001Z'))).toBe(true);
    expect(shown(timeEntry('2029-03-26T21:59:59.000Z', '2029-03-27T08:00:00.000Z'))).toBe(true);
    expect(shown(timeEntry('2029-03-26T22:00:00.000Z', '2029-03-27T08:00:00.000Z'))).toBe(false);
  });

  it('never shows what lies outside the widest window, in any zone and at any time', () => {
    const zones = fc.constantFrom('Pacific/Kiritimati', 'Pacific/Niue', 'UTC', BERLIN, 'Pacific/Apia');
    const moments = fc
      .integer({ min: 0, max: 4_000_000_000 })
      .map((seconds) => Temporal.Instant.fromEpochMilliseconds(seconds * 1000));
    fc.assert(
      fc.property(zones, moments, (zone, now) => {
        const { from, to } = widestWindow(now);
        const [before, after] = [from, to].map((instant) => instant.toZonedDateTimeISO(zone).toPlainDate());
        if (before === undefined || after === undefined) throw new Error('a window has two ends');
        expect(shown(dayEntry(before.subtract({ days: 1 }), before), now, zone)).toBe(false);
        expect(shown(dayEntry(after, after.add({ days: 1 })), now, zone)).toBe(false);
      }),
    );
  });
});
