import { errorType } from './error-type.ts';
import { histogram } from './instruments.ts';
import type { Logger } from './logger.ts';

const duration = histogram({
  name: 'lodging.timer.duration',
  unit: 's',
  description: 'How long runs of repeating work take; error.type where a run failed.',
  buckets: [0.005, 0.025, 0.1, 0.5, 1, 5, 30, 120],
});

export interface TimerOptions {
  readonly name: string;
  readonly seconds: number;
  readonly log: Logger;
  readonly signal?: AbortSignal;
  /** However often it is woken, a run waits so long after the one before, and takes along what has come meanwhile. */
  readonly restMs?: number;
  /** Share of the interval by which each pause varies, so that replicas drift apart. */
  readonly jitter?: number;
}

export interface TimerLoop {
  /** Lets the current run end and starts no other. */
  stop(): Promise<void>;
  /** Runs at once, or again right after the current run. */
  wake(): void;
}

/** Starts with a run at once. */
export function every(options: TimerOptions, work: () => Promise<void>): TimerLoop {
  const { name, seconds, log, signal, restMs = 0, jitter = 0.1 } = options;
  let stopped = signal?.aborted ?? false;
  let woken = false;
  const pause = breakablePause();
  const rest = breakablePause();
  const interval = () => seconds * 1000 * (1 + (Math.random() * 2 - 1) * jitter);

  const run = async () => {
    while (!stopped) {
      woken = false;
      try {
        await measured(name, work);
      } catch (error) {
        log.error({ err: error, timer: name }, 'a timer run failed; the next one follows');
      }
      // Both change while the run is awaited.
      if (!isStopped() && restMs > 0) await rest.take(restMs);
      if (!isStopped() && !isWoken()) await pause.take(interval());
    }
  };
  const isStopped = () => stopped;
  const isWoken = () => woken;
  const halt = () => {
    stopped = true;
    rest.end();
    pause.end();
  };
  signal?.addEventListener('abort', halt, { once: true });
  const running = run();

  return {
    stop: async () => {
      signal?.removeEventListener('abort', halt);
      halt();
      await running;
    },
    wake: () => {
      woken = true;
      pause.end();
    },
  };
}

async function measured(name: string, work: () => Promise<void>): Promise<void> {
  const began = performance.now();
  const labels = { 'lodging.timer': name };
  try {
    await work();
    duration.record((performance.now() - began) / 1000, labels);
  } catch (error) {
    duration.record((performance.now() - began) / 1000, { ...labels, 'error.type': errorType(error) });
    throw error;
  }
}

function breakablePause() {
  let end: (() => void) | undefined;
  return {
    take: (milliseconds: number) =>
      new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, milliseconds);
        end = () => {
          clearTimeout(timer);
          resolve();
        };
      }),
    end: () => end?.(),
  };
}
