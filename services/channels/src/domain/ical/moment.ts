import { readZone } from './read-zone.ts';
import type { Property } from './read-property.ts';

export interface Moment {
  readonly dateOnly: boolean;
  readonly local: Temporal.PlainDateTime;
  /** Null: the zone of whatever it lands on. */
  readonly zone: string | null;
}

const DATE_OR_TIME = /^(\d{4})(\d{2})(\d{2})(?:T(\d{2})(\d{2})(\d{2})?(Z)?)?$/i;
/** Beyond these no booking is meant. */
const FIRST_YEAR = 1900;
const LAST_YEAR = 2200;

/** An end so far away means none that anybody will see, and not that there is no event. */
export function readEnd(value: string, params: Property['params']): Moment | undefined {
  const year = Number(/^\s*(\d{4})\d{4}/.exec(value)?.[1] ?? 0);
  return readMoment(year > LAST_YEAR ? value.replace(/\d{4}/, `${LAST_YEAR}`) : value, params);
}

/** Bare dates count as dates with or without VALUE=DATE. What rolls over (20271399) is nothing. */
export function readMoment(value: string, params: Property['params']): Moment | undefined {
  const match = DATE_OR_TIME.exec(value.trim());
  if (match === null) {
    return undefined;
  }
  const [, year, month, day, hour, minute, second, utc] = match;
  const dateOnly = hour === undefined || params.get('VALUE')?.toUpperCase() === 'DATE';
  // The standard lets a minute have 61 seconds, and careless programs a day its 24:00.
  const isMidnight = hour === '24' && Number(minute) + Number(second ?? 0) === 0;
  const time = dateOnly
    ? {}
    : {
        hour: isMidnight ? 0 : Number(hour),
        minute: Number(minute),
        second: second === '60' ? 59 : Number(second ?? 0),
      };
  const fields = { year: Number(year), month: Number(month), day: Number(day), ...time };
  if (fields.year < FIRST_YEAR || fields.year > LAST_YEAR || !isReal(fields)) {
    return undefined;
  }
  const written = Temporal.PlainDateTime.from(fields);
  const local = isMidnight && !dateOnly ? written.add({ days: 1 }) : written;
  const zone = dateOnly ? null : utc === undefined ? readZone(params.get('TZID')) : 'UTC';
  return { dateOnly, local, zone };
}

function isReal(fields: {
  year: number;
  month: number;
  day: number;
  hour?: number;
  minute?: number;
  second?: number;
}): boolean {
  try {
    Temporal.PlainDateTime.from(fields, { overflow: 'reject' });
    return true;
  } catch {
    return false;
  }
}

export function readMoments(property: Property): Moment[] | undefined {
  const moments: Moment[] = [];
  for (const value of property.value.split(',')) {
    // A period's end is the series' own business: RDATE;VALUE=PERIOD:start/end.
    const moment = readMoment(value.split('/')[0] ?? '', property.params);
    if (moment === undefined) {
      return undefined;
    }
    moments.push(moment);
  }
  return moments;
}

/** The same for the same moment, however it was spelt. */
export function nameOfMoment(moment: Moment): string {
  if (moment.dateOnly) {
    return moment.local.toPlainDate().toString();
  }
  return moment.zone === null
    ? moment.local.toString()
    : moment.local.toZonedDateTime(moment.zone).toInstant().toString();
}

export function moved(moment: Moment, local: Temporal.PlainDateTime): Moment {
  return { ...moment, local };
}
