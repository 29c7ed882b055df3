import { isOwnUid } from '../own-uid.ts';
import { moved, readEnd, readMoment, readMoments } from './moment.ts';
import type { Moment } from './moment.ts';
import { readDuration } from './read-duration.ts';
import { readProperty } from './read-property.ts';
import type { Property } from './read-property.ts';
import { readRule } from './read-rule.ts';
import type { Rule } from './read-rule.ts';

export interface SourceEvent {
  /** Null where it has none. */
  readonly uid: string | null;
  readonly own: boolean;
  /** Cancelled or transparent. It may still stand in for one of a series. */
  readonly blocksNothing: boolean;
  readonly start: Moment;
  /** Exclusive; never before the start of a series' first event makes sense, so callers compare. */
  readonly end: Moment;
  /** The original start of the one of a series that this event stands in for. */
  readonly replaces: Moment | null;
  readonly rule: Rule | null;
  readonly alsoOn: readonly Moment[];
  readonly exceptOn: readonly Moment[];
}

export function readEvent(lines: readonly string[], house: string): SourceEvent | undefined {
  const properties = lines.map(readProperty).filter((property) => property !== undefined);
  const first = (name: string): Property | undefined => properties.find((property) => property.name === name);
  const all = (name: string): Moment[] | undefined =>
    momentsOf(properties.filter((property) => property.name === name));
  const start = momentOf(first('DTSTART'));
  const end = start && endOf(start, first('DTEND'), first('DURATION'));
  const recurrenceId = first('RECURRENCE-ID');
  const replaces = recurrenceId === undefined ? null : momentOf(recurrenceId);
  const ruleProperty = first('RRULE');
  const rule = ruleProperty === undefined || start === undefined ? null : readRule(ruleProperty.value, start);
  const alsoOn = all('RDATE');
  const exceptOn = all('EXDATE');
  if (!start || !end || replaces === undefined || rule === undefined || !alsoOn || !exceptOn) {
    return undefined;
  }
  const uid = cleaned(first('UID')?.value ?? '');
  return {
    uid: uid === '' ? null : uid,
    own: isOwnUid(uid, house),
    blocksNothing: says(first('STATUS'), 'CANCELLED') || says(first('TRANSP'), 'TRANSPARENT'),
    start,
    end,
    replaces,
    rule,
    alsoOn,
    exceptOn,
  };
}

function momentOf(property: Property | undefined): Moment | undefined {
  return property === undefined ? undefined : readMoment(property.value, property.params);
}

function momentsOf(properties: readonly Property[]): Moment[] | undefined {
  const read = properties.map(readMoments);
  return read.includes(undefined) ? undefined : read.flatMap((moments) => moments ?? []);
}

/** DTEND, else DURATION, else what RFC 5545 says: a day for a date, nothing for a time. */
function endOf(start: Moment, end: Property | undefined, duration: Property | undefined): Moment | undefined {
  if (end !== undefined) {
    return sameKind(start, readEnd(end.value, end.params));
  }
  if (duration === undefined) {
    return moved(start, start.dateOnly ? start.local.add({ days: 1 }) : start.local);
  }
  const length = readDuration(duration.value);
  if (length === undefined) {
    return undefined;
  }
  // Hours are hours, also over a change of clocks; days are days.
  return start.zone === null
    ? moved(start, startOfDayIf(start.dateOnly, start.local.add(length)))
    : moved(start, start.local.toZonedDateTime(start.zone).add(length).toPlainDateTime());
}

/** A date that starts ends with a date; a time may end with a date, which then means its midnight. */
function sameKind(start: Moment, end: Moment | undefined): Moment | undefined {
  if (end === undefined || start.dateOnly === end.dateOnly) {
    return end;
  }
  return start.dateOnly
    ? { dateOnly: true, local: startOfDayIf(true, end.local), zone: null }
    : { dateOnly: false, local: end.local, zone: start.zone };
}

function startOfDayIf(dateOnly: boolean, local: Temporal.PlainDateTime): Temporal.PlainDateTime {
  return dateOnly ? local.round({ smallestUnit: 'day', roundingMode: 'floor' }) : local;
}

function says(property: Property | undefined, value: string): boolean {
  return property?.value.toUpperCase() === value;
}

/** Nothing that a database or a terminal would choke on. */
function cleaned(uid: string): string {
  // oxlint-disable-next-line no-control-regex
  return uid.replaceAll(/[\u0000-\u001f\u007f]/g, '').trim();
}
