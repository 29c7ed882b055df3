import ical, { ICalCalendarMethod, ICalEventStatus, ICalEventTransparency } from 'ical-generator';
import type { ICalEventData } from 'ical-generator';
import type { FeedEntry } from '../../domain/feeds/feed-entry.ts';
import { ownUid } from '../../domain/feeds/own-uid.ts';

const SUMMARY = { reservation: 'Reserved', external_block: 'Not available' } as const;
/** The refresh interval of a feed is the one at which this service reads the feeds of channels. */
const REFRESH_SECONDS = 15 * 60;
const SECOND_MS = 1_000;

/** RFC 5545 §3.1: no control character but the tab may stand in a line. */
const CONTROL = /\p{Cc}/gu;
/** Added by ical-generator to every all-day event. A feed holds no property of an event that is not in the contract. */
const MICROSOFT_LINES = 'X-MICROSOFT-CDO-ALLDAYEVENT:TRUE\r\nX-MICROSOFT-MSNCALENDAR-ALLDAYEVENT:TRUE\r\n';

/** The same entries in any order make the same octets. `tag` marks the UIDs as this tenant's. */
export function writeFeed(name: string, entries: readonly FeedEntry[], tag: string): string {
  const calendar = ical({
    prodId: '//Lodging//Lodging 1.0//EN',
    scale: 'GREGORIAN',
    method: ICalCalendarMethod.PUBLISH,
    name: textValue(name),
    ttl: REFRESH_SECONDS,
    events: entries.toSorted(byStart).map((entry) => eventOf(entry, tag)),
  });
  // ical-generator ends no calendar with a line break, which RFC 5545 §3.4 requires.
  return `${calendar.toString().replaceAll(MICROSOFT_LINES, '')}\r\n`;
}

function eventOf(entry: FeedEntry, tag: string): ICalEventData {
  return {
    id: ownUid(entry.id, tag),
    sequence: entry.sequence,
    // From the data: the library's own is the time of writing, with which each reading would have another ETag.
    stamp: entry.changedAt,
    lastModified: entry.changedAt,
    ...timesOf(entry),
    summary: SUMMARY[entry.kind],
    status: ICalEventStatus.CONFIRMED,
    transparency: ICalEventTransparency.OPAQUE,
  };
}

function timesOf({ dates, instants }: FeedEntry): Pick<ICalEventData, 'start' | 'end' | 'allDay'> {
  if (dates !== null) return { allDay: true, start: dates.from, end: dates.to };
  if (instants === null) throw new Error('a feed entry has neither dates nor instants');
  // The format has whole seconds, and the library cuts fractions off: a second that has begun belongs to the event.
  return { start: instants.from, end: new Date(Math.ceil(Date.parse(instants.to) / SECOND_MS) * SECOND_MS) };
}

/** ical-generator writes the calendar's name unescaped. */
function textValue(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[\\;,]/g, String.raw`\$&`)
    .replaceAll(/\r\n|\r|\n/g, String.raw`\n`)
    .replaceAll(CONTROL, (character) => (character === '\t' ? character : ' '));
}

function byStart(one: FeedEntry, other: FeedEntry): number {
  return sortKey(one) < sortKey(other) ? -1 : 1;
}

function sortKey({ id, dates, instants }: FeedEntry): string {
  return `${(dates ?? instants)?.from} ${id}`;
}
