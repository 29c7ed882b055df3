import type { Clock } from '@lodging/kernel';

export interface RunTime {
  readonly now: Temporal.Instant;
  /** `YYYY-MM-DD` in UTC. */
  readonly today: string;
}

export function startOfRun(clock: Clock): RunTime {
  const now = clock.now();
  return { now, today: now.toZonedDateTimeISO('UTC').toPlainDate().toString() };
}
