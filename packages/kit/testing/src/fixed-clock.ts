import type { Clock } from '@lodging/kernel';

export interface FixedClock extends Clock {
  advance(by: Temporal.Duration | Temporal.DurationLike | string): void;
  set(instant: Temporal.Instant | string): void;
}

/** A day is 24 hours: an instant has no calendar. */
export function fixedClock(start: Temporal.Instant | string): FixedClock {
  let now = Temporal.Instant.from(start);
  return {
    now: () => now,
    advance: (by) => {
      const { days, weeks } = Temporal.Duration.from(by);
      const rest = Temporal.Duration.from(by).with({ days: 0, weeks: 0 });
      now = now.add(rest).add({ hours: (days + weeks * 7) * 24 });
    },
    set: (instant) => {
      now = Temporal.Instant.from(instant);
    },
  };
}
