export interface Property {
  readonly name: string;
  readonly params: ReadonlyMap<string, string>;
  readonly value: string;
}

/** Their values hold no colon, though a time zone's name before them may: `TZID=(UTC+01:00) Berlin`. */
const DATED = new Set(['DTSTART', 'DTEND', 'RECURRENCE-ID', 'EXDATE', 'RDATE', 'DURATION', 'RRULE']);

/** The name of an unfolded content line, in capitals. */
export function propertyName(line: string): string {
  const end = line.search(/[;:]/);
  return (end === -1 ? line : line.slice(0, end)).trim().toUpperCase();
}

/** Undefined where the line has no value. */
export function readProperty(line: string): Property | undefined {
  const name = propertyName(line);
  const colon = DATED.has(name) ? line.lastIndexOf(':') : firstColonOutsideQuotes(line);
  if (colon === -1) {
    return undefined;
  }
  const params = new Map<string, string>();
  for (const match of line.slice(0, colon).matchAll(/;([^=;:]+)=("[^"]*"|[^;]*)/g)) {
    params.set((match[1] ?? '').trim().toUpperCase(), (match[2] ?? '').replaceAll('"', '').trim());
  }
  return { name, params, value: line.slice(colon + 1).trim() };
}

function firstColonOutsideQuotes(line: string): number {
  let quoted = false;
  for (let at = 0; at < line.length; at += 1) {
    if (line[at] === '"') {
      quoted = !quoted;
    } else if (line[at] === ':' && !quoted) {
      return at;
    }
  }
  return -1;
}
