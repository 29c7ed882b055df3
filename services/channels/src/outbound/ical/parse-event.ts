import { sync } from 'node-ical';
import type { VEvent } from 'node-ical';

/**
 * One VEVENT alone, because in a whole calendar node-ical keeps one event of each UID. It gets a UID that is always the same:
 * node-ical files events under theirs, next to names of its own. Undefined where it finds no event with a start.
 */
export function parseEvent(lines: readonly string[]): VEvent | undefined {
  const parsed = sync.parseICS(['BEGIN:VEVENT', 'UID:event', ...lines, 'END:VEVENT'].join('\r\n'));
  const event = parsed['event'];
  return event?.type === 'VEVENT' && event.start instanceof Date ? event : undefined;
}

/** The wall clock that node-ical was given: it holds dates as midnights of this process's zone, and times as UTC. */
export function wallClockOf(date: Date, dateOnly: boolean): Temporal.PlainDateTime {
  if (!dateOnly) {
    return Temporal.Instant.fromEpochMilliseconds(date.getTime()).toZonedDateTimeISO('UTC').toPlainDateTime();
  }
  const [year, month, day] = [date.getFullYear(), date.getMonth() + 1, date.getDate()];
  return Temporal.PlainDateTime.from({ year, month, day });
}
