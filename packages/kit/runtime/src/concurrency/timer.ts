import type { Logger } from '../telemetry/logger.ts';
import { startTimerLoop } from './timer-loop.ts';
import type { TimerLoop, TimerOptions, TimerWork } from './timer-loop.ts';

/** Repeating work of a service. It is declared where its use case is known; the service starts and stops it. */
export interface Timer {
  readonly runsWhileDraining: boolean;
  start(log: Logger, signal: AbortSignal): void;
  /** Runs at once, or again right after the current run. Does nothing before the start, which begins with a run. */
  wake(): void;
  /** Waits for the current run. */
  stop(): Promise<void>;
}

export interface TimerSettings extends Pick<TimerOptions, 'name' | 'seconds' | 'restMs' | 'jitter'> {
  /** Continues while the service drains, until `stop`: leases of work in progress are kept, for example. */
  readonly runsWhileDraining?: boolean;
}

export function timer(settings: TimerSettings, run: TimerWork): Timer {
  const { runsWhileDraining = false, ...options } = settings;
  let loop: TimerLoop | undefined;
  return {
    runsWhileDraining,
    start(log, signal) {
      loop = startTimerLoop({ ...options, log, ...(runsWhileDraining ? {} : { signal }) }, run);
    },
    wake: () => loop?.wake(),
    async stop() {
      await loop?.stop();
    },
  };
}
