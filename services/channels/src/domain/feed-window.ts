import { localDate } from '@lodging/kernel';
import type { StayWindow } from '@lodging/kernel';
import type { FeedEntry } from './feed-entry.ts';

const DAYS_BACK = 30;
const DAYS_AHEAD = 730;
/** No zone is further from UTC, and no clock change longer. */
const SLACK_DAYS = 2;
const DAY_HOURS = 24;

/** Contains every feed's window, whatever the zone of its resource. */
export function widestWindow(now: Temporal.Instant): StayWindow {
  return {
    from: now.subtract({ hours: (DAYS_BACK + SLACK_DAYS) * DAY_HOURS }),
    to: now.add({ hours: (DAYS_AHEAD + 1 + SLACK_DAYS) * DAY_HOURS }),
  };
}

/** Whole days, so that nothing leaves or enters a feed but at midnight. Both outer days belong to it. */
export function entriesInWindow(
  entries: readonly FeedEntry[],
  timezone: string,
  now: Temporal.Instant,
): FeedEntry[] {
  const today = localDate(now, timezone);
  const first = today.subtract({ days: DAYS_BACK });
  const end = today.add({ days: DAYS_AHEAD + 1 });
  const [firstDate, endDate] = [first.toString(), end.toString()];
  const [firstMoment, endMoment] = [first, end].map(
    (date) => date.toZonedDateTime(timezone).epochMilliseconds,
  );
  return entries.filter(({ dates, instants }) => {
    if (dates !== null) return dates.to > firstDate && dates.from < endDate;
    if (instants === null || firstMoment === undefined || endMoment === undefined) return false;
    return momentOf(instants.to) > firstMoment && momentOf(instants.from) < endMoment;
  });
}

function momentOf(text: string): number {
  return Temporal.Instant.from(text).epochMilliseconds;
}
