import type { Property } from './property.ts';

/** A date or time of a calendar, as it is written. */
export interface Moment {
  readonly dateOnly: boolean;
  /** The wall clock; midnight where it is a date only. */
  readonly local: Temporal.PlainDateTime;
  /** Null: floating, or of an unknown zone. It is then meant in the zone of the resource. */
  readonly zone: string | null;
}

/** The IANA name, or the offset, of a TZID; null where it is unknown. */
export type ResolveZone = (tzid: string) => string | null;

const DATE_OR_TIME = /^(\d{4})(\d{2})(\d{2})(?:T(\d{2})(\d{2})(\d{2})?(Z)?)?$/i;
/** No booking is meant outside these years. */
const FIRST_YEAR = 1900;
const LAST_YEAR = 2200;

/** As `readMoment`, but a year beyond the last one (`99991231` for "never") counts as the last one. */
export function readEnd({ value, params }: Property, resolveZone: ResolveZone): Moment | undefined {
  const year = Number(/^\s*(\d{4})\d{4}/.exec(value)?.[1] ?? 0);
  const bounded = year > LAST_YEAR ? value.replace(/\d{4}/, `${LAST_YEAR}`) : value;
  return readMoment(bounded, params, resolveZone);
}

/**
 * A bare date counts as a date with or without VALUE=DATE. Undefined for anything that is not a real date (month 13),
 * because JavaScript dates, and with them node-ical, would roll it over into another one.
 */
export function readMoment(
  value: string,
  params: Property['params'],
  resolveZone: ResolveZone,
): Moment | undefined {
  const match = DATE_OR_TIME.exec(value.trim());
  if (match === null) {
    return undefined;
  }
  const [, year, month, day, hour, minute, second, utc] = match;
  const dateOnly = hour === undefined || params.get('VALUE')?.toUpperCase() === 'DATE';
  const isMidnight = hour === '24' && Number(minute) + Number(second ?? 0) === 0;
  const date = { year: Number(year), month: Number(month), day: Number(day) };
  const time = {
    hour: isMidnight ? 0 : Number(hour),
    minute: Number(minute),
    // RFC 5545 §3.3.12 allows the leap second, which Temporal does not have.
    second: second === '60' ? 59 : Number(second ?? 0),
  };
  const written = realDateTime(dateOnly ? date : { ...date, ...time });
  if (written === undefined || written.year < FIRST_YEAR || written.year > LAST_YEAR) {
    return undefined;
  }
  const local = isMidnight && !dateOnly ? written.add({ days: 1 }) : written;
  const tzid = params.get('TZID') ?? '';
  const zone = dateOnly || (utc === undefined && tzid === '') ? null : utc ? 'UTC' : resolveZone(tzid);
  return { dateOnly, local, zone };
}

function realDateTime(fields: Temporal.DateTimeLikeObject): Temporal.PlainDateTime | undefined {
  try {
    return Temporal.PlainDateTime.from(fields, { overflow: 'reject' });
  } catch {
    return undefined;
  }
}

/** The list of an EXDATE or RDATE; undefined where one of it cannot be read. */
export function readMoments({ value, params }: Property, resolveZone: ResolveZone): Moment[] | undefined {
  const moments: Moment[] = [];
  for (const one of value.split(',')) {
    // Of a period (RDATE;VALUE=PERIOD:start/end) the start counts: its length is that of the series.
    const moment = readMoment(one.split('/')[0] ?? '', params, resolveZone);
    if (moment === undefined) {
      return undefined;
    }
    moments.push(moment);
  }
  return moments;
}

/** Equal for equal moments, in whatever zone they are written. */
export function momentKey({ dateOnly, local, zone }: Moment): string {
  if (dateOnly) {
    return local.toPlainDate().toString();
  }
  return zone === null ? local.toString() : local.toZonedDateTime(zone).toInstant().toString();
}

/** The wall clock of `moment` in the zone of `other`; unchanged where one of them has none. */
export function localIn(moment: Moment, other: Pick<Moment, 'zone'>): Temporal.PlainDateTime {
  return moment.zone === null || other.zone === null
    ? moment.local
    : moment.local.toZonedDateTime(moment.zone).withTimeZone(other.zone).toPlainDateTime();
}

/** A content line that node-ical reads back as the same wall clock. UTC is the only zone in which a JavaScript date keeps each of them. */
export function momentLine(name: string, { dateOnly, local }: Moment): string {
  return dateOnly ? `${name};VALUE=DATE:${utcText(local).slice(0, 8)}` : `${name}:${utcText(local)}`;
}

export function utcText(local: Temporal.PlainDateTime): string {
  return `${local.toString({ smallestUnit: 'second' }).replaceAll(/[-:]/g, '')}Z`;
}
