import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { blocksFor } from '../../domain/sync/blocks.ts';
import type { MappedResource } from '../../domain/sync/blocks.ts';
import { entriesInWindow } from '../../domain/feeds/feed-window.ts';
import { readCalendar } from './read-calendar.ts';
import { matchEvents } from '../../domain/sync/match-events.ts';
import type { AcceptedEvent } from '../../domain/sync/match-events.ts';
import { tenantTag } from '../../domain/feeds/own-uid.ts';
import { writeFeed } from './write-feed.ts';
import type { FeedEntry } from '../../domain/feeds/feed-entry.ts';

const exporterTag = tenantTag('0198c5a0-1111-7000-8000-aaaaaaaaaaaa');
const importerTag = tenantTag('0198c5a0-1111-7000-8000-bbbbbbbbbbbb');
const now = Temporal.Instant.from('2026-11-20T12:00:00Z');
const today = '2026-11-20';

/** Zones with changes of the clock on either hemisphere, by half an hour and at midnight, and without any. */
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
/** Ends of months and years, a leap day and changes of the clock, more often than by chance. */
const date = fc
  .oneof(
    fc.integer({ min: 2, max: 700 }).map((days) => Temporal.PlainDate.from(today).add({ days }).toString()),
    fc.constantFrom('2026-12-31', '2027-02-28', '2028-02-28', '2028-02-29', '2027-03-27', '2027-03-28'),
    fc.constantFrom('2027-10-30', '2027-10-31', '2027-04-03', '2027-10-02', '2027-11-06', '2027-04-30'),
  )
  .map((text) => Temporal.PlainDate.from(text));
const common = fc.record({
  id: fc.uuid(),
  kind: fc.constantFrom('reservation' as const, 'external_block' as const),
  changedAt: fc.constantFrom('2026-05-05T10:11:12.131Z', '2026-11-19T23:59:59.999Z'),
  sequence: fc.nat({ max: 9 }),
});
/** They may overlap, as in a resource of several units. */
const nights = fc
  .tuple(common, date, fc.integer({ min: 1, max: 45 }))
  .map(([fact, from, days]): FeedEntry => ({
    ...fact,
    dates: { from: from.toString(), to: from.add({ days }).toString() },
    instants: null,
  }));
const hexporterTag = fc
  .tuple(common, date, fc.nat({ max: 86_399 }), fc.integer({ min: 1, max: 400_000 }))
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
  generic: fc.record({ name: anyName, timezone: zone, entries: ofOne(hexporterTag) }),
};

function text(instant: Temporal.Instant): string {
  return instant.toString({ smallestUnit: 'millisecond' });
}

interface Exported {
  readonly name: string;
  readonly timezone: string;
  readonly entries: readonly FeedEntry[];
}
const exportFeed = ({ name, timezone, entries }: Exported): string =>
  writeFeed(name, entriesInWindow(entries, timezone, now), exporterTag);

function importFeed(feed: string, tag: string, before: readonly AcceptedEvent[] = []): AcceptedEvent[] {
  const read = readCalendar(Buffer.from(feed), now, tag);
  if (!read.ok) throw new Error(read.refusal.message);
  expect(read.value.leftOut.broken).toBe(0);
  return matchEvents(before, read.value.events, today);
}

/** The blocked times of each event, by its key. */
function blockedTimes(known: readonly AcceptedEvent[], place: MappedResource): Record<string, unknown> {
  const { blocks } = blocksFor(known, [place], now);
  return Object.fromEntries(blocks.map(({ key, dates, instants }) => [key, dates ?? instants]));
}
const expected = (entries: readonly FeedEntry[]) =>
  Object.fromEntries(
    entries.map(({ id, dates, instants }) => {
      const { from, to } = dates ?? instants ?? { from: '', to: '' };
      return [`${id}${exporterTag}@lodging`, [from, to]];
    }),
  );

describe.each(['lodging', 'generic'] as const)(
  'a feed of a %s resource that another tenant imports',
  (kind) => {
    const resourceIn = (timezone: string): MappedResource => ({
      listingId: 'l',
      resourceId: 'r',
      kind,
      timezone,
    });

    it('blocks the same times, in whatever zone the resource of the importer lies', () => {
      fc.assert(
        fc.property(feedOf[kind], zone, (exported, importerZone) => {
          const known = importFeed(exportFeed(exported), importerTag);
          expect(blockedTimes(known, resourceIn(importerZone))).toEqual(expected(exported.entries));
        }),
      );
    });

    it('blocks nothing for the tenant that exports it', () => {
      fc.assert(
        fc.property(feedOf[kind], (exported) => {
          expect(importFeed(exportFeed(exported), exporterTag)).toEqual([]);
        }),
      );
    });

    it('keeps the key of an event that moved, and drops what is gone', () => {
      fc.assert(
        fc.property(
          feedOf[kind],
          feedOf[kind],
          fc.infiniteStream(fc.boolean()),
          (exported, other, choose) => {
            const first = importFeed(exportFeed(exported), importerTag);
            // Some entries stay, some move, some are deleted, some are new.
            const later = exported.entries
              .filter(() => choose.next().value)
              .map((entry, index) => {
                const { dates, instants } = other.entries[index] ?? entry;
                return { ...entry, dates, instants, sequence: entry.sequence + 1 };
              });
            const entries = [...later, ...other.entries.slice(later.length)];
            const known = importFeed(exportFeed({ ...exported, entries }), importerTag, first);
            // A new event over the times of one that is gone takes over its key, so only times are compared.
            const times = (blocked: Record<string, unknown>) => Object.values(blocked).map(String).toSorted();
            expect(times(blockedTimes(known, resourceIn(exported.timezone)))).toEqual(
              times(expected(entries)),
            );
            const blocked = blockedTimes(known, resourceIn(exported.timezone));
            for (const [name, time] of Object.entries(expected(later))) expect(blocked[name]).toEqual(time);
          },
        ),
      );
    });

    it('is the same text in whatever order its entries come', () => {
      fc.assert(
        fc.property(feedOf[kind], (exported) => {
          expect(exportFeed({ ...exported, entries: exported.entries.toReversed() })).toBe(
            exportFeed(exported),
          );
        }),
      );
    });

    it('has no properties but times, and the constant ones', () => {
      const allowed = new Set(['UID', 'DTSTAMP', 'LAST-MODIFIED', 'SEQUENCE', 'DTSTART', 'DTEND', 'SUMMARY']);
      const fixed = new Set(['STATUS:CONFIRMED', 'TRANSP:OPAQUE', 'END:VEVENT']);
      fc.assert(
        fc.property(feedOf[kind], (exported) => {
          const [, ...events] = exportFeed(exported).replaceAll('\r\n ', '').split('BEGIN:VEVENT\r\n');
          for (const line of events.flatMap((event) => event.split('\r\n'))) {
            if (fixed.has(line) || line === '' || line === 'END:VCALENDAR') continue;
            expect(allowed).toContain(line.split(/[;:]/, 1)[0]);
            if (line.startsWith('SUMMARY')) expect(line).toMatch(/^SUMMARY:(?:Reserved|Not available)$/);
          }
        }),
      );
    });
  },
);
