import { expandRecurringEvent } from 'node-ical';
import type { VEvent } from 'node-ical';
import type { DayWindow, SourceEvent } from '../../domain/ical/expand-series.ts';
import { momentLine } from '../../domain/ical/moment.ts';
import { parseEvent, wallClockOf } from './parse-event.ts';

/**
 * The wall clocks at which instances of the event's rule start, in order: those that reach into the window, and DTSTART.
 * Throws where node-ical gives up: a rule with a COUNT whose first 10,000 periods end before the window.
 */
export function expandRule(event: SourceEvent, rule: string, window: DayWindow): Temporal.PlainDateTime[] {
  const { local } = event.start;
  const series = parseSeries(event, rule);
  const named = series.rrule?.between(asUtc(local), asUtc(local), true) ?? [];
  if (named.length > 0) {
    return startsOf(series, event, window);
  }
  // RFC 5545 §3.8.5.3: DTSTART is the first instance and counts as one. node-ical leaves it out where the rule does not name it.
  const others = withoutFirst(rule);
  return [local, ...(others === undefined ? [] : startsOf(parseSeries(event, others), event, window))];
}

function parseSeries({ start, end }: SourceEvent, rule: string): VEvent {
  const event = parseEvent([momentLine('DTSTART', start), momentLine('DTEND', end), `RRULE:${rule}`]);
  if (event === undefined) throw new Error('node-ical finds no event in a checked one');
  return event;
}

/** Undefined: the first instance is the only one. */
function withoutFirst(rule: string): string | undefined {
  const count = /;COUNT=(\d+)/.exec(rule)?.[1];
  return count === '1' ? undefined : rule.replace(/;COUNT=\d+/, `;COUNT=${Number(count) - 1}`);
}

function startsOf(series: VEvent, { start }: SourceEvent, window: DayWindow): Temporal.PlainDateTime[] {
  const instances = expandRecurringEvent(series, {
    // A day more on either side, because node-ical compares dates in the zone of this process.
    from: asUtc(window.from.subtract({ days: 1 })),
    to: asUtc(window.to.add({ days: 1 })),
    expandOngoing: true,
  });
  return instances.map((instance) => wallClockOf(instance.start, start.dateOnly));
}

function asUtc(local: Temporal.PlainDateTime | Temporal.PlainDate): Date {
  return new Date(local.toZonedDateTime('UTC').epochMilliseconds);
}
