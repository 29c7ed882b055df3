export interface RelativeTime {
  /** Negative before now. */
  readonly count: number;
  readonly unit: 'second' | 'minute' | 'hour' | 'day';
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** How far a moment is from now, in whole units of the largest that fits twice; less than a minute is now. */
export function relativeTime(ms: number): RelativeTime {
  const distance = Math.abs(ms);
  const sign = Math.sign(ms);
  if (distance < MINUTE_MS) return { count: 0, unit: 'second' };
  if (distance < 2 * HOUR_MS) return { count: sign * Math.floor(distance / MINUTE_MS), unit: 'minute' };
  if (distance < 2 * DAY_MS) return { count: sign * Math.floor(distance / HOUR_MS), unit: 'hour' };
  return { count: sign * Math.floor(distance / DAY_MS), unit: 'day' };
}
