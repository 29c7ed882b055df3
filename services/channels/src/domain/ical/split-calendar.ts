import type { Result } from '@lodging/kernel';
import { propertyName } from './property.ts';

export const EVENT_LIMIT = 20_000;
/** Room for some thousand excluded dates. */
const LINE_LIMIT = 65_536;
const READ = new Set([
  'UID',
  'DTSTART',
  'DTEND',
  'DURATION',
  'RRULE',
  'RDATE',
  'EXDATE',
  'RECURRENCE-ID',
  'STATUS',
  'TRANSP',
]);

/** The lines of one event that are read; null where one of them is too long. */
export type EventLines = readonly string[] | null;

/** Why a text is no calendar to rely on; the message is for the operator. */
export interface CalendarRefusal {
  readonly message: string;
}

type Split = Result<readonly EventLines[], CalendarRefusal>;

const refused = (message: string): Split => ({ ok: false, refusal: { message } });
const INCOMPLETE = refused('The calendar is incomplete: it was cut off or its parts do not match.');

/**
 * Refuses what is not one complete calendar after another. Parsers take a login page or a text that was cut off for a calendar
 * with fewer events, and an event that is missing frees its nights.
 */
export function splitCalendar(lines: readonly string[]): Split {
  const events: EventLines[] = [];
  const open: string[] = [];
  let collected: string[] | null = [];
  let calendars = 0;
  for (const line of lines) {
    const name = propertyName(line);
    const within = open.at(-1);
    if (name === 'BEGIN') {
      const component = componentName(line);
      if (within === undefined && component !== 'VCALENDAR' && calendars === 0) {
        return notACalendar(lines);
      }
      if (component === 'VCALENDAR' ? open.length > 0 : component === 'VEVENT' && within !== 'VCALENDAR') {
        return INCOMPLETE;
      }
      calendars += component === 'VCALENDAR' ? 1 : 0;
      collected = component === 'VEVENT' ? [] : collected;
      open.push(component);
    } else if (name === 'END') {
      const component = componentName(line);
      if (!closes(open, component)) {
        return INCOMPLETE;
      }
      if (component === 'VEVENT' && events.push(collected) > EVENT_LIMIT) {
        return refused(`The calendar holds more than ${EVENT_LIMIT} events.`);
      }
    } else if (within === 'VEVENT' && READ.has(name)) {
      if (line.length > LINE_LIMIT) {
        collected = null;
      } else {
        collected?.push(line);
      }
    } else if (calendars === 0 && line.trim() !== '') {
      return notACalendar(lines);
    }
  }
  if (calendars === 0) {
    return notACalendar(lines);
  }
  return open.length === 0 ? { ok: true, value: events } : INCOMPLETE;
}

function componentName(line: string): string {
  return line
    .slice(line.indexOf(':') + 1)
    .trim()
    .toUpperCase();
}

/** A component within an event (an alarm) may be left open; a calendar or an event may not. */
function closes(open: string[], component: string): boolean {
  const at = open.lastIndexOf(component);
  if (at === -1) {
    return component !== 'VEVENT' && component !== 'VCALENDAR';
  }
  const leftOpen = open.splice(at).slice(1);
  return !leftOpen.includes('VEVENT');
}

function notACalendar(lines: readonly string[]): Split {
  const first = lines.find((line) => line.trim() !== '')?.trim();
  if (first === undefined) {
    return refused('The answer is empty.');
  }
  return refused(
    first.startsWith('<')
      ? 'The address answers with a web page, not with a calendar.'
      : 'The address does not answer with a calendar.',
  );
}
