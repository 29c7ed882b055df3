// Guards that what one house sends out is what another takes in: the same nights, under names that last, and nothing else.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { blocksFor } from '../../domain/blocks.ts';
import type { MappedResource } from '../../domain/blocks.ts';
import { entriesInWindow } from '../../domain/feed-window.ts';
import { readCalendar } from './read-calendar.ts';
import { matchEvents } from '../../domain/match-events.ts';
import type { AcceptedEvent } from '../../domain/match-events.ts';
import { tenantTag } from '../../domain/own-uid.ts';
import { writeFeed } from './write-feed.ts';
import type { FeedEntry } from '../../domain/feed-entry.ts';

const ours = tenantTag('0198c5a0-1111-7000-8000-aaaaaaaaaaaa');
const theirs = tenantTag('0198c5a0-1111-7000-8000-bbbbbbbbbbbb');
const now = Temporal.Instant.from('2026-11-20T12:00:00Z');
const today = '2026-11-20';

/** Where clocks change in spring and autumn, on either half of the globe, by half an hour, at midnight, and not at all. */
const zone = fc.constantFrom(
  'UTC',
  'Europe/Berlin',
  'America/Los_Angeles',
  'Australia/Lord_Howe',
  'Pacific/Auckland',
  'Africa/Cairo',
  'Pacific/Kiritimati',
  'Asia/Kathmandu',
);
/** Ends of months and years, a leap day, and the nights on which clocks change come more often than they would. */
const date = fc
  .oneof(
    fc.integer({ min: 2, max: 700 }).map((days) => Temporal.PlainDate.from(today).add({ days }).toString()),
    fc.constantFrom('2026-12-31', '2027-02-28', '2028-02-28', '2028-02-29', '2027-03-27', '2027-03-28'),
    fc.constantFrom('2027-10-30', '2027-10-31', '2027-04-03', '2027-10-02', '2027-11-06', '2027-04-30'),
  )
  .map((text) => Temporal.PlainDate.from(text));
const facts = fc.record({
  id: fc.uuid(),
  kind: fc.constantFrom('reservation' as const, 'external_block' as const),
  changedAt: fc.constantFrom('2026-05-05T10:11:12.131Z', '2026-11-19T23:59:59.999Z'),
  sequence: fc.nat({ max: 9 }),
});
/** Several over one night, as a resource of several units has them. */
const nights = fc
  .tuple(facts, date, fc.integer({ min: 1, max: 45 }))
  .map(([fact, from, days]): FeedEntry => ({
    ...fact,
    dates: { from: from.toString(), to: from.add({ days }).toString() },
    instants: null,
  }));
const hours = fc
  .tuple(facts, date, fc.nat({ max: 86_399 }), fc.integer({ min: 1, max: 400_000 }))
  .map(([fact, day, second, seconds]): FeedEntry => {
    const from = day.toZonedDateTime('UTC').toInstant().add({ seconds: second });
    const instants = { from: text(from), to: text(from.add({ seconds })) };
    return { ...fact, dates: null, instants };
  });
const ofOne = <T>(one: fc.Arbitrary<T & FeedEntry>) =>
  fc.uniqueArray(one, { selector: ({ id }) => id, maxLength: 25, size: 'max' });
const anyName = fc.string({ unit: 'grapheme', maxLength: 90, size: 'max' });
const feedOf = {
  lodging: fc.record({ name: anyName, timezone: zone, entries: ofOne(nights) }),
  generic: fc.record({ name: anyName, timezone: zone, entries: ofOne(hours) }),
};

function text(instant: Temporal.Instant): string {
  return instant.toString({ smallestUnit: 'millisecond' });
}

interface Sent {
  readonly name: string;
  readonly timezone: string;
  readonly entries: readonly FeedEntry[];
}
const send = ({ name, timezone, entries }: Sent): string =>
  writeFeed(name, entriesInWindow(entries, timezone, now), ours);

function receive(feed: string, house: string, before: readonly AcceptedEvent[] = []): AcceptedEvent[] {
  const read = readCalendar(Buffer.from(feed), now, house);
  if (!read.ok) throw new Error(read.refusal.message);
  expect(read.value.leftOut.broken).toBe(0);
  return matchEvents(before, read.value.events, today);
}

/** What a house takes, by the id of what it came from. */
function takenFrom(known: readonly AcceptedEvent[], place: MappedResource): Record<string, unknown> {
  const { blocks } = blocksFor(known, [place], now);
  return Object.fromEntries(blocks.map(({ key, dates, instants }) => [key, dates ?? instants]));
}
const expected = (entries: readonly FeedEntry[]) =>
  Object.fromEntries(
    entries.map(({ id, dates, instants }) => {
      const { from, to } = dates ?? instants ?? { from: '', to: '' };
      return [`${id}${ours}@lodging`, [from, to]];
    }),
  );

describe.each(['lodging', 'generic'] as const)(
  'out of one house and into another, of a %s resource',
  (kind) => {
    const placeIn = (timezone: string): MappedResource => ({
      listingId: 'l',
      resourceId: 'r',
      kind,
      timezone,
    });

    it('the same is taken, whatever zone the other house lies in', () => {
      fc.assert(
        fc.property(feedOf[kind], zone, (sent, elsewhere) => {
          const known = receive(send(sent), theirs);
          expect(takenFrom(known, placeIn(elsewhere))).toEqual(expected(sent.entries));
        }),
      );
    });

    it('nothing is taken by the house that sent it', () => {
      fc.assert(
        fc.property(feedOf[kind], (sent) => {
          expect(receive(send(sent), ours)).toEqual([]);
        }),
      );
    });

    it('what is sent again keeps its name, also where it moved, and what is gone is gone', () => {
      fc.assert(
        fc.property(feedOf[kind], feedOf[kind], fc.infiniteStream(fc.boolean()), (sent, other, choose) => {
          const first = receive(send(sent), theirs);
          // Some stay, some take the times of another, some go, some come.
          const later = sent.entries
            .filter(() => choose.next().value)
            .map((entry, index) => {
              const { dates, instants } = other.entries[index] ?? entry;
              return { ...entry, dates, instants, sequence: entry.sequence + 1 };
            });
          const entries = [...later, ...other.entries.slice(later.length)];
          const known = receive(send({ ...sent, entries }), theirs, first);
          // A new one over the very times of one that is gone goes on under its name, so times alone are compared.
          const times = (taken: Record<string, unknown>) => Object.values(taken).map(String).toSorted();
          expect(times(takenFrom(known, placeIn(sent.timezone)))).toEqual(times(expected(entries)));
          const taken = takenFrom(known, placeIn(sent.timezone));
          for (const [name, time] of Object.entries(expected(later))) expect(taken[name]).toEqual(time);
        }),
      );
    });

    it('the same facts are the same octets, in whatever order they come', () => {
      fc.assert(
        fc.property(feedOf[kind], (sent) => {
          expect(send({ ...sent, entries: sent.entries.toReversed() })).toBe(send(sent));
        }),
      );
    });

    it('no line says anything but when, and since when', () => {
      const said = new Set(['UID', 'DTSTAMP', 'LAST-MODIFIED', 'SEQUENCE', 'DTSTART', 'DTEND', 'SUMMARY']);
      const fixed = new Set(['STATUS:CONFIRMED', 'TRANSP:OPAQUE', 'END:VEVENT']);
      fc.assert(
        fc.property(feedOf[kind], (sent) => {
          const [, ...events] = send(sent).replaceAll('\r\n ', '').split('BEGIN:VEVENT\r\n');
          for (const line of events.flatMap((event) => event.split('\r\n'))) {
            if (fixed.has(line) || line === '' || line === 'END:VCALENDAR') continue;
            expect(said).toContain(line.split(/[;:]/, 1)[0]);
            if (line.startsWith('SUMMARY')) expect(line).toMatch(/^SUMMARY:(?:Reserved|Not available)$/);
          }
        }),
      );
    });
  },
);
