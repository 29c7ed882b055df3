import { setTimeout as delay } from 'node:timers/promises';
import { failed } from '../failure.ts';
import type { Archives } from './archives.ts';
import type { Kubectl } from './kubectl.ts';

export interface Step {
  readonly title: string;
  /** For the plan: what it does, and what it waits for. */
  readonly does: readonly string[];
  /** What shows that an earlier run has done it; undefined: it is to be done. */
  readonly isDone: () => Promise<string | undefined>;
  /** Does it, waits for the effect, and says what was seen. */
  readonly act: () => Promise<string>;
}

export interface Restoration {
  readonly kubectl: Kubectl;
  readonly checkout: string;
  readonly target: Temporal.Instant;
  readonly targetTime: string;
  readonly archives: Archives;
  readonly withoutLastBackup: boolean;
  readonly note: (text: string) => void;
}

export interface Outcome {
  readonly title: string;
  readonly seen: string;
  readonly seconds: number;
  readonly skipped: boolean;
}

export async function runSteps(steps: readonly Step[], note: (text: string) => void): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const [index, { title, isDone, act }] of steps.entries()) {
    const from = performance.now();
    note(`${index + 1}/${steps.length} ${title} …`);
    const before = await isDone();
    const seen = before ?? (await act());
    const seconds = (performance.now() - from) / 1000;
    outcomes.push({ title, seen, seconds, skipped: before !== undefined });
    note(`    ${before === undefined ? 'done' : 'was done'} (${seconds.toFixed(1)} s): ${seen}`);
  }
  return outcomes;
}

const EVERY_MS = 1_000;

/** Repeats `probe` until it has a value; `text` is what is waited for. */
export async function waitFor<T>(
  text: string,
  minutes: number,
  probe: () => Promise<T | undefined>,
): Promise<T> {
  const until = performance.now() + minutes * 60_000;
  for (;;) {
    const value = await probe();
    if (value !== undefined) return value;
    if (performance.now() > until)
      throw failed(
        `After ${minutes} minutes: ${text} is not so. Find the cause, then run the same command again.`,
      );
    await delay(EVERY_MS);
  }
}
