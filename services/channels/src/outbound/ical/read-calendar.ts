import type { Result } from '@lodging/kernel';
import type { ParsedFeed } from '../../domain/feeds/feed-event.ts';
import { checkEvent } from '../../domain/ical/check-event.ts';
import { eventTime } from '../../domain/ical/event-time.ts';
import { expandSeries } from '../../domain/ical/expand-series.ts';
import type { DayWindow, SourceEvent, StartsOf } from '../../domain/ical/expand-series.ts';
import type { Moment } from '../../domain/ical/moment.ts';
import { nameEvents } from '../../domain/ical/name-events.ts';
import type { UnnamedEvent } from '../../domain/ical/name-events.ts';
import { EVENT_LIMIT, splitCalendar } from '../../domain/ical/split-calendar.ts';
import type { CalendarRefusal, EventLines } from '../../domain/ical/split-calendar.ts';
import { unfoldLines } from '../../domain/ical/unfold-lines.ts';
import { isOwnUid } from '../../domain/feeds/own-uid.ts';
import { expandRule } from './expand-rule.ts';
import { parseEvent, wallClockOf } from './parse-event.ts';
import { resolveZone } from './resolve-zone.ts';

const DAYS_BACK = 30;
const DAYS_AHEAD = 730;

/** Events whose UID bears `tenantTag` are skipped; with an empty tag those of every tenant. */
export function readCalendar(
  bytes: Uint8Array,
  now: Temporal.Instant,
  tenantTag = '',
): Result<ParsedFeed, CalendarRefusal> {
  const split = splitCalendar(unfoldLines(bytes));
  if (!split.ok) {
    return split;
  }
  const events = split.value.map(readEvent).filter((event) => event !== undefined);
  const foreign = events.filter(({ uid }) => uid === null || !isOwnUid(uid, tenantTag));
  const found = occurrencesOf(foreign, windowAround(now));
  if (found === undefined) {
    const message = `The calendar's repeating events come to more than ${EVENT_LIMIT} events.`;
    return { ok: false, refusal: { message } };
  }
  const leftOut = {
    broken: split.value.length - events.length + found.broken,
    own: events.length - foreign.length,
    blockNothing: foreign.filter((event) => event.blocksNothing).length + found.empty,
  };
  return { ok: true, value: { events: nameEvents(found.events), leftOut } };
}

/** Undefined where the event cannot be read: it costs no other event. */
function readEvent(lines: EventLines): SourceEvent | undefined {
  const checked = lines === null ? undefined : checkEvent(lines, resolveZone);
  const event = checked && parseEvent(checked.lines);
  if (checked === undefined || event === undefined) {
    return undefined;
  }
  const dateOnly = event.datetype === 'date';
  const moment = (date: Date, zone: string | null): Moment => ({
    dateOnly,
    local: wallClockOf(date, dateOnly),
    zone,
  });
  return {
    uid: checked.uid,
    blocksNothing:
      event.status?.toUpperCase() === 'CANCELLED' || event.transparency?.toUpperCase() === 'TRANSPARENT',
    start: moment(event.start, checked.startZone),
    end: moment(event.end ?? event.start, checked.endZone),
    rule: checked.rule,
    replaces: checked.replaces,
    alsoOn: checked.alsoOn,
    exceptOn: checked.exceptOn,
  };
}

function windowAround(now: Temporal.Instant): DayWindow {
  const today = now.toZonedDateTimeISO('UTC').toPlainDate();
  return { from: today.subtract({ days: DAYS_BACK }), to: today.add({ days: DAYS_AHEAD }) };
}

interface Found {
  readonly events: UnnamedEvent[];
  /** Occurrences that end before or when they start. */
  empty: number;
  /** Series that node-ical does not expand. */
  broken: number;
}

/** Undefined: more than a calendar may have. */
function occurrencesOf(all: readonly SourceEvent[], window: DayWindow): Found | undefined {
  const found: Found = { events: [], empty: 0, broken: 0 };
  const startsOf: StartsOf = (event, rule) => {
    try {
      return expandRule(event, rule, window);
    } catch {
      found.broken += 1;
      return [];
    }
  };
  // Events without a UID have nothing to do with one another.
  for (const series of Map.groupBy(all, (event) => event.uid ?? event).values()) {
    for (const { uid, recurrenceId, start, end } of expandSeries(series, window, startsOf)) {
      const when = eventTime(start, end);
      if (when === undefined) {
        found.empty += 1;
      } else {
        found.events.push({ uid, recurrenceId, when });
      }
      if (found.events.length + found.empty > EVENT_LIMIT) {
        return undefined;
      }
    }
  }
  return found;
}
