/** Arithmetic of local dates (`YYYY-MM-DD`) without a time zone. */

const DAY_MS = 86_400_000;

export function addDays(date: string, days: number): string {
  return isoOf(Date.parse(date) + days * DAY_MS);
}

export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS);
}

/** Keeps the day where the month has it, else takes the month's last. */
export function addMonths(date: string, months: number): string {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return isoOf(Date.UTC(year, month - 1 + months, Math.min(day, last)));
}

export function firstOfMonth(date: string): string {
  return `${date.slice(0, 8)}01`;
}

/** Monday is 1, Sunday 7. */
export function weekdayOf(date: string): number {
  return new Date(Date.parse(date)).getUTCDay() || 7;
}

/** The local date of an instant. */
export function dateIn(timeZone: string, instantMs: number): string {
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).formatToParts(instantMs);
  const part = (type: string): string => parts.find((one) => one.type === type)?.value ?? '';
  return `${part('year')}-${part('month')}-${part('day')}`;
}

/** The instant at which a date begins in a time zone: midnight, or the first moment after it where a clock change skips that. */
export function startOfDate(date: string, timeZone: string): string {
  const midnight = Date.parse(date);
  const offsets = [-1, 0, 1].map((days) => offsetAt(midnight + days * DAY_MS, timeZone));
  const found = offsets
    .map((offset) => midnight - offset)
    .filter((at) => new Date(at + offsetAt(at, timeZone)).toISOString().startsWith(date));
  return new Date(Math.min(...found)).toISOString();
}

/** Milliseconds by which the clocks of the zone are ahead of UTC. */
function offsetAt(at: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  }).formatToParts(at);
  const part = (name: string): number => Number(parts.find(({ type }) => type === name)?.value);
  const local = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'));
  return local - Math.floor(at / 60_000) * 60_000;
}

/** A date of the calendar: 31 February is none. */
export function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const ms = Date.parse(text);
  return !Number.isNaN(ms) && isoOf(ms) === text;
}

function isoOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}
