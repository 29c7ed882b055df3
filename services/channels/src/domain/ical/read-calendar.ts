import type { FeedTime, FeedWhen, ParsedFeed } from '../feed-event.ts';
import { instantsBetween } from '../local-time.ts';
import { DAYS_FOR_A_FEED } from './expand-rule.ts';
import type { Window } from './expand-rule.ts';
import { expandSeries } from './expand-series.ts';
import type { Occurrence } from './expand-series.ts';
import type { Moment } from './moment.ts';
import { nameEvents } from './name-events.ts';
import type { Unnamed } from './name-events.ts';
import { readEvent } from './read-event.ts';
import type { SourceEvent } from './read-event.ts';
import { EVENT_LIMIT, splitCalendar } from './split-calendar.ts';
import { unfoldLines } from './unfold-lines.ts';

const DAYS_BACK = 30;
const DAYS_AHEAD = 730;

export type CalendarRead =
  | { readonly read: true; readonly feed: ParsedFeed }
  | { readonly read: false; readonly words: string };

/** The events of `house` are left out; without one, those of every house. */
export function readCalendar(bytes: Uint8Array, now: Temporal.Instant, house = ''): CalendarRead {
  const split = splitCalendar(unfoldLines(bytes));
  if (!split.whole) {
    return { read: false, words: split.words };
  }
  const read = split.events.map((lines) => (lines === null ? undefined : readEvent(lines, house)));
  const understood = read.filter((event) => event !== undefined);
  const foreign = understood.filter((event) => !event.own);
  const taking = occurrencesOf(foreign, windowAround(now));
  if (taking === undefined) {
    return { read: false, words: `The calendar's repeating events come to more than ${EVENT_LIMIT} events.` };
  }
  const leftOut = {
    broken: read.length - understood.length,
    own: understood.length - foreign.length,
    blockNothing: foreign.filter((event) => event.blocksNothing).length + taking.empty,
  };
  return { read: true, feed: { events: nameEvents(taking.events), leftOut } };
}

function windowAround(now: Temporal.Instant): Window {
  const today = now.toZonedDateTimeISO('UTC').toPlainDate();
  return { from: today.subtract({ days: DAYS_BACK }), to: today.add({ days: DAYS_AHEAD }) };
}

function occurrencesOf(
  all: readonly SourceEvent[],
  window: Window,
): { events: Unnamed[]; empty: number } | undefined {
  const budget = { days: DAYS_FOR_A_FEED };
  const events: Unnamed[] = [];
  let empty = 0;
  // Events without a UID have nothing to do with one another.
  for (const series of Map.groupBy(all, (event) => event.uid ?? event).values()) {
    for (const occurrence of expandSeries(series, window, budget)) {
      const when = whenOf(occurrence);
      if (when === undefined) {
        empty += 1;
      } else {
        events.push({ uid: occurrence.uid, recurrenceId: occurrence.recurrenceId, when });
      }
      if (events.length + empty > EVENT_LIMIT) {
        return undefined;
      }
    }
    if (budget.days < 0) {
      return undefined;
    }
  }
  return { events, empty };
}

/** Nothing where it is over before, or when, it begins. */
function whenOf({ start, end }: Occurrence): FeedWhen | undefined {
  if (start.dateOnly) {
    const [from, to] = [start.local.toPlainDate(), end.local.toPlainDate()];
    return Temporal.PlainDate.compare(from, to) < 0
      ? { kind: 'date', from: from.toString(), to: to.toString() }
      : undefined;
  }
  if (start.zone === null || end.zone === null) {
    const isEmpty = start.zone === end.zone && Temporal.PlainDateTime.compare(start.local, end.local) >= 0;
    return isEmpty ? undefined : { kind: 'time', from: timeOf(start), to: timeOf(end) };
  }
  const { from, to } = instantsBetween(
    { local: start.local, zone: start.zone },
    { local: end.local, zone: end.zone },
  );
  return Temporal.Instant.compare(from, to) < 0
    ? { kind: 'time', from: { instant: from.toString() }, to: { instant: to.toString() } }
    : undefined;
}

function timeOf({ local, zone }: Moment): FeedTime {
  return zone === null
    ? { local: local.toString() }
    : { instant: local.toZonedDateTime(zone).toInstant().toString() };
}
