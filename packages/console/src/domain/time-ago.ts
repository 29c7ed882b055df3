export interface TimeAgo {
  readonly count: number;
  readonly unit: 'second' | 'minute' | 'hour' | 'day';
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** How long ago a moment is, in whole units of the largest that fits twice; a moment to come is now. */
export function timeAgo(ms: number): TimeAgo {
  if (ms < MINUTE_MS) return { count: 0, unit: 'second' };
  if (ms < 2 * HOUR_MS) return { count: Math.floor(ms / MINUTE_MS), unit: 'minute' };
  if (ms < 2 * DAY_MS) return { count: Math.floor(ms / HOUR_MS), unit: 'hour' };
  return { count: Math.floor(ms / DAY_MS), unit: 'day' };
}
