import { localDate } from '@lodging/kernel';
import type { StayWindow } from '@lodging/kernel';
import type { FeedEntry } from './feed-entry.ts';

const DAYS_BACK = 30;
const DAYS_AHEAD = 730;
/** More than the largest offset from UTC and the longest clock change together. */
const SLACK_DAYS = 2;
const DAY_HOURS = 24;

/** The window of the request to inventory. It contains the window of the feed in every time zone. */
export function widestWindow(now: Temporal.Instant): StayWindow {
  return {
    from: now.subtract({ hours: (DAYS_BACK + SLACK_DAYS) * DAY_HOURS }),
    to: now.add({ hours: (DAYS_AHEAD + 1 + SLACK_DAYS) * DAY_HOURS }),
  };
}

/** From 30 days back to 730 days ahead, in whole local days of the resource: the feed changes with time at midnight only. */
export function entriesInWindow(
  entries: readonly FeedEntry[],
  timezone: string,
  now: Temporal.Instant,
): FeedEntry[] {
  const today = localDate(now, timezone);
  const first = today.subtract({ days: DAYS_BACK });
  const end = today.add({ days: DAYS_AHEAD + 1 });
  const [firstDate, endDate] = [first.toString(), end.toString()];
  const [firstMs, endMs] = [first, end].map((date) => date.toZonedDateTime(timezone).epochMilliseconds);
  return entries.filter(({ dates, instants }) => {
    if (dates !== null) return dates.to > firstDate && dates.from < endDate;
    if (instants === null || firstMs === undefined || endMs === undefined) return false;
    return epochMs(instants.to) > firstMs && epochMs(instants.from) < endMs;
  });
}

function epochMs(text: string): number {
  return Temporal.Instant.from(text).epochMilliseconds;
}
