import { checkRule } from './check-rule.ts';
import { momentLine, readEnd, readMoment, readMoments } from './moment.ts';
import type { Moment, ResolveZone } from './moment.ts';
import { readProperty } from './property.ts';
import type { Property } from './property.ts';

/** A VEVENT that node-ical can be given: its dates are real, its rule is bounded. */
export interface CheckedEvent {
  /** Null where it has none. As it is written: unescaped, the UIDs that blocks are stored under would change. */
  readonly uid: string | null;
  /** STATUS, TRANSP, DTSTART and DTEND, each at most once. Times are wall clocks, written as UTC. */
  readonly lines: readonly string[];
  /** The zones of these wall clocks, which node-ical's dates do not keep over a change of clocks. */
  readonly startZone: string | null;
  readonly endZone: string | null;
  readonly rule: string | null;
  /** RECURRENCE-ID: the original start of the instance of a series that this event replaces. */
  readonly replaces: Moment | null;
  readonly alsoOn: readonly Moment[];
  readonly exceptOn: readonly Moment[];
}

/** Undefined where one of its dates or its rule cannot be read: an event is read as it is meant, or not at all. */
export function checkEvent(lines: readonly string[], resolveZone: ResolveZone): CheckedEvent | undefined {
  const properties = lines.map(readProperty).filter((property) => property !== undefined);
  const first = (name: string): Property | undefined => properties.find((property) => property.name === name);
  const all = (name: string): Moment[] | undefined =>
    momentsOf(
      properties.filter((property) => property.name === name),
      resolveZone,
    );
  const start = momentOf(first('DTSTART'), resolveZone);
  const end = start && endOf(start, first('DTEND'), first('DURATION'), resolveZone);
  const recurrenceId = first('RECURRENCE-ID');
  const replaces = recurrenceId === undefined ? null : momentOf(recurrenceId, resolveZone);
  const ruleText = first('RRULE')?.value;
  const rule = ruleText === undefined || start === undefined ? null : checkRule(ruleText, start);
  const alsoOn = all('RDATE');
  const exceptOn = all('EXDATE');
  if (!start || end === undefined || replaces === undefined || rule === undefined || !alsoOn || !exceptOn) {
    return undefined;
  }
  const uid = plainText(first('UID')?.value ?? '');
  return {
    uid: uid === '' ? null : uid,
    lines: [
      ...['STATUS', 'TRANSP'].map((name) => `${name}:${plainText(first(name)?.value ?? '')}`),
      momentLine('DTSTART', start),
      ...(end === null ? [] : [momentLine('DTEND', end)]),
    ],
    startZone: start.zone,
    endZone: (end ?? start).zone,
    rule,
    replaces,
    alsoOn,
    exceptOn,
  };
}

function momentOf(property: Property | undefined, resolveZone: ResolveZone): Moment | undefined {
  return property && readMoment(property.value, property.params, resolveZone);
}

function momentsOf(properties: readonly Property[], resolveZone: ResolveZone): Moment[] | undefined {
  const read = properties.map((property) => readMoments(property, resolveZone));
  return read.includes(undefined) ? undefined : read.flatMap((moments) => moments ?? []);
}

/** Null: neither DTEND nor DURATION, for which RFC 5545 §3.6.1 has a rule that node-ical follows. */
function endOf(
  start: Moment,
  end: Property | undefined,
  duration: Property | undefined,
  resolveZone: ResolveZone,
): Moment | null | undefined {
  if (end !== undefined) {
    return withKindOf(start, readEnd(end, resolveZone));
  }
  return duration === undefined ? null : endAfter(start, duration.value);
}

const DURATION = /^\+?P(?:\d{1,4}W)?(?:\d{1,5}D)?(?:T(?:\d{1,6}H)?(?:\d{1,7}M)?(?:\d{1,8}S)?)?$/i;

/** RFC 5545 §3.3.6: days keep the hour on the clock, hours are exact. node-ical counts every day as 24 hours. */
function endAfter(start: Moment, duration: string): Moment | undefined {
  const text = duration.trim().replace(/T$/i, '');
  if (!DURATION.test(text) || !/\d/.test(text)) {
    return undefined;
  }
  const length = Temporal.Duration.from(text);
  if (start.zone === null) {
    return withKindOf(start, { ...start, local: start.local.add(length) });
  }
  return { ...start, local: start.local.toZonedDateTime(start.zone).add(length).toPlainDateTime() };
}

/** A date ends with a date; a time may end with a date, which means its midnight in the zone of the start. */
function withKindOf(start: Moment, end: Moment | undefined): Moment | undefined {
  if (end === undefined) {
    return undefined;
  }
  if (start.dateOnly) {
    return { dateOnly: true, local: end.local.withPlainTime(), zone: null };
  }
  return end.dateOnly ? { dateOnly: false, local: end.local, zone: start.zone } : end;
}

/** Without the characters that a database, a terminal or node-ical's pattern of a line does not take. */
function plainText(text: string): string {
  // oxlint-disable-next-line no-control-regex
  return text.replaceAll(/[\u0000-\u001f\u007f\u2028\u2029]/g, '').trim();
}
