import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createPerKeyQueue } from './per-key-queue.ts';

describe('a per-key queue', () => {
  it('runs the work of each key in order, and never more at once than it may, whatever finishes when', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.scheduler(),
        fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 20 }),
        fc.integer({ min: 1, max: 5 }),
        async (scheduler, keys, concurrency) => {
          const queue = createPerKeyQueue(concurrency);
          const ran = new Map<string, number[]>();
          let [running, most] = [0, 0];
          const feeding = (async () => {
            for (const [index, key] of keys.entries()) {
              await queue.run(key, async () => {
                running += 1;
                most = Math.max(most, running);
                ran.set(key, [...(ran.get(key) ?? []), index]);
                await scheduler.schedule(Promise.resolve());
                running -= 1;
              });
            }
            await queue.idle();
          })();
          await scheduler.waitFor(feeding);
          expect(most).toBeLessThanOrEqual(concurrency);
          expect(running).toBe(0);
          for (const key of ['a', 'b', 'c']) {
            const expected = keys.flatMap((one, index) => (one === key ? [index] : []));
            expect(ran.get(key) ?? []).toEqual(expected);
          }
        },
      ),
    );
  });
});
