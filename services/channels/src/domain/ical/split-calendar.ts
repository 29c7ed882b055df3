import { nameOf } from './read-property.ts';

export const EVENT_LIMIT = 20_000;
/** The longest line anybody needs: some thousand excluded dates. */
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

/** The lines of one event that matter; null where one of them is too long to be read. */
export type EventLines = readonly string[] | null;

export type SplitCalendar =
  | { readonly whole: true; readonly events: readonly EventLines[] }
  | { readonly whole: false; readonly words: string };

const refused = (words: string): SplitCalendar => ({ whole: false, words });
const CUT_SHORT = refused('The calendar is incomplete: it was cut off or its parts do not match.');

export function splitCalendar(lines: readonly string[]): SplitCalendar {
  const events: EventLines[] = [];
  const open: string[] = [];
  let collected: string[] | null = [];
  let calendars = 0;
  for (const line of lines) {
    const name = nameOf(line);
    const within = open.at(-1);
    if (name === 'BEGIN') {
      const part = partOf(line);
      if (within === undefined && part !== 'VCALENDAR' && calendars === 0) {
        return notACalendar(lines);
      }
      if (part === 'VCALENDAR' ? open.length > 0 : part === 'VEVENT' && within !== 'VCALENDAR') {
        return CUT_SHORT;
      }
      calendars += part === 'VCALENDAR' ? 1 : 0;
      collected = part === 'VEVENT' ? [] : collected;
      open.push(part);
    } else if (name === 'END') {
      const part = partOf(line);
      if (!closes(open, part)) {
        return CUT_SHORT;
      }
      if (part === 'VEVENT' && events.push(collected) > EVENT_LIMIT) {
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
  return open.length === 0 ? { whole: true, events } : CUT_SHORT;
}

function partOf(line: string): string {
  return line
    .slice(line.indexOf(':') + 1)
    .trim()
    .toUpperCase();
}

/** Small parts within an event (an alarm, say) may be left open; a calendar or an event may not. */
function closes(open: string[], part: string): boolean {
  const at = open.lastIndexOf(part);
  if (at === -1) {
    return part !== 'VEVENT' && part !== 'VCALENDAR';
  }
  const leftOpen = open.splice(at).slice(1);
  return !leftOpen.includes('VEVENT');
}

function notACalendar(lines: readonly string[]): SplitCalendar {
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
