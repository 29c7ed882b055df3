import type { FeedTime, FeedWhen } from '../feeds/feed-event.ts';
import { instantsBetween } from '../feeds/local-time.ts';
import type { Moment } from './moment.ts';

/** Undefined where it ends before or when it starts. */
export function eventTime(start: Moment, end: Moment): FeedWhen | undefined {
  if (start.dateOnly) {
    const [from, to] = [start.local.toPlainDate(), end.local.toPlainDate()];
    return Temporal.PlainDate.compare(from, to) < 0
      ? { kind: 'date', from: from.toString(), to: to.toString() }
      : undefined;
  }
  if (start.zone === null || end.zone === null) {
    const isEmpty = start.zone === end.zone && Temporal.PlainDateTime.compare(start.local, end.local) >= 0;
    return isEmpty ? undefined : { kind: 'time', from: feedTime(start), to: feedTime(end) };
  }
  const { from, to } = instantsBetween(
    { local: start.local, zone: start.zone },
    { local: end.local, zone: end.zone },
  );
  return Temporal.Instant.compare(from, to) < 0
    ? { kind: 'time', from: { instant: from.toString() }, to: { instant: to.toString() } }
    : undefined;
}

function feedTime({ local, zone }: Moment): FeedTime {
  return zone === null
    ? { local: local.toString() }
    : { instant: local.toZonedDateTime(zone).toInstant().toString() };
}
