import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { perKeyQueue } from './ordered-lanes.ts';

describe('ordered lanes', () => {
  it('run each key in order, never more than their places, whatever finishes when', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.scheduler(),
        fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 20 }),
        fc.integer({ min: 1, max: 5 }),
        async (scheduler, keys, places) => {
          const lanes = perKeyQueue(places);
          const ran = new Map<string, number[]>();
          let [running, most] = [0, 0];
          const feeding = (async () => {
            for (const [index, key] of keys.entries()) {
              await lanes.run(key, async () => {
                running += 1;
                most = Math.max(most, running);
                ran.set(key, [...(ran.get(key) ?? []), index]);
                await scheduler.schedule(Promise.resolve());
                running -= 1;
              });
            }
            await lanes.idle();
          })();
          await scheduler.waitFor(feeding);
          expect(most).toBeLessThanOrEqual(places);
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
