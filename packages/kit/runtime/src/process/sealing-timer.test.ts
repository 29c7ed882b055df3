import { afterEach, expect, it } from 'vitest';
import { createLogger } from '../telemetry/logger.ts';
import { sealingTimer } from './sealing-timer.ts';
import type { Timer } from '../concurrency/timer.ts';

const log = createLogger({ name: 'test', level: 'silent' });
let running: Timer[] = [];
afterEach(async () => {
  await Promise.all(running.map((timer) => timer.stop()));
});

/** Log lines of a run that resealed `count` values. */
async function loggedOf(count: number): Promise<unknown[]> {
  const logged: unknown[] = [];
  const { promise: isRun, resolve } = Promise.withResolvers<number>();
  const note = { info: (...line: unknown[]) => void logged.push(line) };
  running = sealingTimer(['new', 'old'], note, async () => {
    resolve(count);
    return count;
  });
  for (const timer of running) timer.start(log, new AbortController().signal);
  await isRun;
  await Promise.all(running.map((timer) => timer.stop()));
  return logged;
}

it('what an earlier secret sealed is resealed from the start on, and logged where there was any', async () => {
  expect(await loggedOf(3)).toEqual([[{ count: 3 }, 'resealed with the current secret']]);
  expect(await loggedOf(0)).toEqual([]);
});

it('nothing is looked for while there is one secret alone', () => {
  expect(sealingTimer(['only'], log, async () => 1)).toEqual([]);
});
