import { afterEach, expect, it } from 'vitest';
import { createLogger } from './logger.ts';
import { sealingTimer } from './sealing-timer.ts';
import type { Timer } from './timer.ts';

const log = createLogger({ name: 'test', level: 'silent' });
let running: Timer[] = [];
afterEach(async () => {
  await Promise.all(running.map((timer) => timer.stop()));
});

/** What is told of a run that sealed so many again. */
async function toldOf(count: number): Promise<unknown[]> {
  const told: unknown[] = [];
  const { promise: isRun, resolve } = Promise.withResolvers<number>();
  const note = { info: (...line: unknown[]) => void told.push(line) };
  running = sealingTimer(['new', 'old'], note, async () => {
    resolve(count);
    return count;
  });
  for (const timer of running) timer.start(log, new AbortController().signal);
  await isRun;
  await Promise.all(running.map((timer) => timer.stop()));
  return told;
}

it('what an earlier secret sealed is sealed again from the start on, and told where there was any', async () => {
  expect(await toldOf(3)).toEqual([[{ count: 3 }, 'sealed again with the current secret']]);
  expect(await toldOf(0)).toEqual([]);
});

it('nothing is looked for while there is one secret alone', () => {
  expect(sealingTimer(['only'], log, async () => 1)).toEqual([]);
});
