import { errorType } from '../telemetry/error-type.ts';
import { histogram } from '../telemetry/instruments.ts';
import type { Logger } from '../telemetry/logger.ts';

const duration = histogram({
  name: 'lodging.timer.duration',
  unit: 's',
  description: 'Duration of the runs of a timer; error.type where a run failed.',
  buckets: [0.005, 0.025, 0.1, 0.5, 1, 5, 30, 120],
});

export interface TimerOptions {
  readonly name: string;
  /** From the end of a run to the start of the next. */
  readonly seconds: number;
  readonly log: Logger;
  /** Stops the loop when it is aborted. */
  readonly signal?: AbortSignal;
  /** The least delay between two runs, however often the loop is woken, so that one run does the work of several wakes. */
  readonly restMs?: number;
  /** The share of the interval by which it varies at random, so that replicas do not run in step. */
  readonly jitter?: number;
}

export interface TimerLoop {
  /** Resolves when the current run has ended. */
  stop(): Promise<void>;
  /** Runs at once, or right after the current run. */
  wake(): void;
}

/** The signal is aborted when the loop stops, which waits for the run: long ones end early. */
export type TimerWork = (signal: AbortSignal) => Promise<void>;

/** Runs the work now and then repeatedly, never twice at a time. A run that throws is logged. */
export function startTimerLoop(options: TimerOptions, work: TimerWork): TimerLoop {
  const { name, seconds, log, signal, restMs = 0, jitter = 0.1 } = options;
  const state = { stopped: signal?.aborted ?? false, woken: false };
  const stopping = new AbortController();
  const delay = createDelay();
  const rest = createDelay();
  const intervalMs = () => seconds * 1000 * (1 + (Math.random() * 2 - 1) * jitter);

  const loop = async () => {
    while (!state.stopped) {
      state.woken = false;
      try {
        await measured(name, () => work(stopping.signal));
      } catch (error) {
        log.error({ err: error, timer: name }, 'a timer run failed; the next one follows');
      }
      if (!state.stopped && restMs > 0) await rest.wait(restMs);
      if (!state.stopped && !state.woken) await delay.wait(intervalMs());
    }
  };
  const abort = () => {
    state.stopped = true;
    stopping.abort();
    rest.end();
    delay.end();
  };
  signal?.addEventListener('abort', abort, { once: true });
  const running = loop();

  return {
    stop: async () => {
      signal?.removeEventListener('abort', abort);
      abort();
      await running;
    },
    wake: () => {
      state.woken = true;
      delay.end();
    },
  };
}

async function measured(name: string, work: () => Promise<void>): Promise<void> {
  const startedAt = performance.now();
  const labels = { 'lodging.timer': name };
  try {
    await work();
    duration.record((performance.now() - startedAt) / 1000, labels);
  } catch (error) {
    duration.record((performance.now() - startedAt) / 1000, { ...labels, 'error.type': errorType(error) });
    throw error;
  }
}

function createDelay() {
  let end: (() => void) | undefined;
  return {
    wait: (milliseconds: number) =>
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
