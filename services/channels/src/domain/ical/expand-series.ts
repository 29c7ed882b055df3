import { momentKey } from './moment.ts';
import type { Moment } from './moment.ts';

const INSTANCE_LIMIT = 1_000;

export interface SourceEvent {
  /** Null where the event has none. */
  readonly uid: string | null;
  /** Cancelled or transparent. It may still replace an instance of a series. */
  readonly blocksNothing: boolean;
  readonly start: Moment;
  /** Exclusive. Not necessarily after the start. */
  readonly end: Moment;
  readonly rule: string | null;
  /** RECURRENCE-ID: the original start of the instance of a series that this event replaces. */
  readonly replaces: Moment | null;
  readonly alsoOn: readonly Moment[];
  readonly exceptOn: readonly Moment[];
}

export interface Occurrence {
  readonly uid: string | null;
  readonly recurrenceId: string | null;
  readonly start: Moment;
  readonly end: Moment;
}

/** Local days; `to` is exclusive. */
export interface DayWindow {
  readonly from: Temporal.PlainDate;
  readonly to: Temporal.PlainDate;
}

/** The wall clocks at which instances of an event's rule start, the first one among them. More than the window has do no harm. */
export type StartsOf = (event: SourceEvent, rule: string) => readonly Temporal.PlainDateTime[];

/** `all` are the events of one UID, or one without a UID: series, and the events that replace instances of them. */
export function* expandSeries(
  all: readonly SourceEvent[],
  window: DayWindow,
  startsOf: StartsOf,
): Generator<Occurrence> {
  // Once for all of them: there may be as many events of one UID as a feed may have.
  const isReplaced = startsAmong(all.map((event) => event.replaces).filter((moment) => moment !== null));
  for (const event of all) {
    if (event.blocksNothing) {
      continue;
    }
    if (event.replaces !== null) {
      yield occurrence(event, event.start, momentKey(event.replaces));
    } else if (event.rule === null && event.alsoOn.length === 0) {
      yield occurrence(event, event.start, null);
    } else {
      const isExcepted = startsAmong(event.exceptOn);
      const isLeftOut = (start: Moment): boolean => isExcepted(start) || isReplaced(start);
      yield* instancesOf(event, isLeftOut, window, startsOf);
    }
  }
}

function* instancesOf(
  event: SourceEvent,
  isLeftOut: (start: Moment) => boolean,
  window: DayWindow,
  startsOf: StartsOf,
): Generator<Occurrence> {
  const locals = event.rule === null ? [event.start.local] : startsOf(event, event.rule);
  const starts = [...locals.map((local): Moment => ({ ...event.start, local })), ...event.alsoOn];
  const seen = new Set<string>();
  for (const start of starts) {
    const key = momentKey(start);
    const instance = occurrence(event, start, key);
    if (!reachesInto(window, instance) || seen.has(key) || isLeftOut(start)) {
      continue;
    }
    seen.add(key);
    yield instance;
    if (seen.size === INSTANCE_LIMIT) {
      return;
    }
  }
}

function reachesInto({ from, to }: DayWindow, { start, end }: Occurrence): boolean {
  const startsBefore = Temporal.PlainDate.compare(start.local, to) < 0;
  return startsBefore && Temporal.PlainDateTime.compare(end.local, from.toPlainDateTime()) > 0;
}

/** As long by the wall clock as the first instance, also over a change of clocks. */
function occurrence(event: SourceEvent, start: Moment, recurrenceId: string | null): Occurrence {
  const length = event.start.local.until(event.end.local);
  return { uid: event.uid, recurrenceId, start, end: { ...event.end, local: start.local.add(length) } };
}

/** Exceptions are written as moments, but also as mere dates of timed starts, or the other way round. */
function startsAmong(moments: readonly Moment[]): (start: Moment) => boolean {
  const keys = new Set(moments.map(momentKey));
  const wholeDays = new Set(moments.filter((moment) => moment.dateOnly).map(dateOf));
  const anyDays = new Set(moments.map(dateOf));
  return (start) => keys.has(momentKey(start)) || (start.dateOnly ? anyDays : wholeDays).has(dateOf(start));
}

function dateOf(moment: Moment): string {
  return moment.local.toPlainDate().toString();
}
