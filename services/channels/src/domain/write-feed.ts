import { contentLine, escapeText } from './content-line.ts';
import { ownUid } from './own-uid.ts';

interface Stretch {
  readonly from: string;
  readonly to: string;
}

/** Exactly one of `dates` (local, `to` exclusive) and `instants` is set. */
export interface FeedEntry {
  readonly id: string;
  readonly kind: 'reservation' | 'external_block';
  readonly dates: Stretch | null;
  readonly instants: Stretch | null;
  readonly changedAt: string;
  readonly sequence: number;
}

const SUMMARY = { reservation: 'Reserved', external_block: 'Not available' } as const;

/** Others are asked to read again as often as we read theirs: the standard's word for it, and the one before it. */
const READ_AGAIN = ['REFRESH-INTERVAL;VALUE=DURATION:PT15M', 'X-PUBLISHED-TTL:PT15M'];

/** `house` marks the events as this tenant's own. */
export function writeFeed(name: string, entries: readonly FeedEntry[], house: string): string {
  const shown = escapeText(name);
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Lodging//Lodging 1.0//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `NAME:${shown}`,
    `X-WR-CALNAME:${shown}`,
    ...READ_AGAIN,
    ...entries.toSorted(inOrder).flatMap((entry) => eventLines(entry, house)),
    'END:VCALENDAR',
  ];
  return lines.map(contentLine).join('');
}

function eventLines({ id, kind, dates, instants, changedAt, sequence }: FeedEntry, house: string): string[] {
  const changed = utcTime(changedAt);
  return [
    'BEGIN:VEVENT',
    `UID:${ownUid(id, house)}`,
    // When these words about the event were first true, and not when somebody happened to ask.
    `DTSTAMP:${changed}`,
    `LAST-MODIFIED:${changed}`,
    `SEQUENCE:${sequence}`,
    ...(dates === null ? [] : dayLines(dates)),
    ...(instants === null ? [] : timeLines(instants)),
    `SUMMARY:${SUMMARY[kind]}`,
    'STATUS:CONFIRMED',
    'TRANSP:OPAQUE',
    'END:VEVENT',
  ];
}

function dayLines({ from, to }: Stretch): string[] {
  return [`DTSTART;VALUE=DATE:${from.replaceAll('-', '')}`, `DTEND;VALUE=DATE:${to.replaceAll('-', '')}`];
}

/** The format knows whole seconds only; what was begun of one is taken. */
function timeLines({ from, to }: Stretch): string[] {
  return [`DTSTART:${utcTime(from)}`, `DTEND:${utcTime(to, 'ceil')}`];
}

function utcTime(text: string, roundingMode: 'floor' | 'ceil' = 'floor'): string {
  const whole = Temporal.Instant.from(text).toString({ smallestUnit: 'second', roundingMode });
  return whole.replaceAll(/[-:]/g, '');
}

function inOrder(one: FeedEntry, other: FeedEntry): number {
  return keyOf(one) < keyOf(other) ? -1 : 1;
}

function keyOf({ id, dates, instants }: FeedEntry): string {
  return `${(dates ?? instants)?.from} ${id}`;
}
