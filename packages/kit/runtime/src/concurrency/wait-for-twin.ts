import { setTimeout as sleep } from 'node:timers/promises';

export interface WaitForTwinOptions {
  readonly attempts: number;
  readonly everyMs: number;
  /** Replaces the delay between two attempts, in tests. */
  readonly delay?: (milliseconds: number) => Promise<unknown>;
}

/**
 * Repeats an attempt for as long as its twin, a concurrent request with the same Idempotency-Key, is still running.
 * `wait` when the twin has not finished after the last attempt.
 */
export async function waitForTwin<T>(
  attempt: () => Promise<T | 'wait'>,
  { attempts, everyMs, delay = sleep }: WaitForTwinOptions,
): Promise<T | 'wait'> {
  for (let made = 1; ; made += 1) {
    const answer = await attempt();
    if (answer !== 'wait' || made >= attempts) return answer;
    await delay(everyMs);
  }
}
