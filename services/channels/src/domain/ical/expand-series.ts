import { expandRule } from './expand-rule.ts';
import type { Budget, Window } from './expand-rule.ts';
import { moved, nameOfMoment } from './moment.ts';
import type { Moment } from './moment.ts';
import type { SourceEvent } from './read-event.ts';

export const INSTANCE_LIMIT = 1_000;

export interface Occurrence {
  readonly uid: string | null;
  readonly recurrenceId: string | null;
  readonly start: Moment;
  readonly end: Moment;
}

/** `all` are the events of one UID (or one without a UID): the series, and what stands in for single ones of it. */
export function* expandSeries(
  all: readonly SourceEvent[],
  window: Window,
  budget: Budget,
): Generator<Occurrence> {
  // Once for all of them: a UID may stand as often as there are events.
  const isReplaced = startsAmong(all.map((event) => event.replaces).filter((moment) => moment !== null));
  for (const event of all) {
    if (budget.days < 0) {
      return;
    }
    if (event.blocksNothing) {
      continue;
    }
    if (event.replaces !== null) {
      yield occurrence(event, event.start, nameOfMoment(event.replaces));
    } else if (event.rule === null && event.alsoOn.length === 0) {
      yield occurrence(event, event.start, null);
    } else {
      const isExcepted = startsAmong(event.exceptOn);
      yield* instancesOf(event, (start) => isExcepted(start) || isReplaced(start), window, budget);
    }
  }
}

function* instancesOf(
  event: SourceEvent,
  isLeftOut: (start: Moment) => boolean,
  window: Window,
  budget: Budget,
): Generator<Occurrence> {
  const length = lengthOf(event);
  const reach = { from: window.from.subtract({ days: Math.ceil(length.total('days')) + 1 }), to: window.to };
  const opens = window.from.toPlainDateTime();
  const seen = new Set<string>();
  for (const start of startsOf(event, reach, budget)) {
    const name = nameOfMoment(start);
    const isInWindow =
      Temporal.PlainDateTime.compare(start.local.add(length), opens) > 0 &&
      Temporal.PlainDate.compare(start.local, window.to) < 0;
    if (!isInWindow || seen.has(name) || isLeftOut(start)) {
      continue;
    }
    seen.add(name);
    yield occurrence(event, start, name);
    if (seen.size === INSTANCE_LIMIT) {
      return;
    }
  }
}

function* startsOf(event: SourceEvent, reach: Window, budget: Budget): Generator<Moment> {
  if (event.rule === null) {
    yield event.start;
  } else {
    for (const local of expandRule(event.rule, event.start.local, reach, budget)) {
      yield moved(event.start, local);
    }
  }
  yield* event.alsoOn;
}

function lengthOf(event: SourceEvent): Temporal.Duration {
  return event.start.local.until(event.end.local);
}

function occurrence(event: SourceEvent, start: Moment, recurrenceId: string | null): Occurrence {
  return { uid: event.uid, recurrenceId, start, end: moved(event.end, start.local.add(lengthOf(event))) };
}

/** Exceptions are written as moments, and by careless programs as mere dates of timed starts, or the other way round. */
function startsAmong(moments: readonly Moment[]): (start: Moment) => boolean {
  const names = new Set(moments.map(nameOfMoment));
  const wholeDays = new Set(moments.filter((moment) => moment.dateOnly).map(dateOf));
  const anyDays = new Set(moments.map(dateOf));
  return (start) =>
    names.has(nameOfMoment(start)) || (start.dateOnly ? anyDays : wholeDays).has(dateOf(start));
}

function dateOf(moment: Moment): string {
  return moment.local.toPlainDate().toString();
}
