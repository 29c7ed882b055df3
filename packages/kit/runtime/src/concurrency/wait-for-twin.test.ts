import { expect, it } from 'vitest';
import { waitForTwin } from './wait-for-twin.ts';

it('repeats the attempt until the twin has finished', async () => {
  const answers = ['wait', 'wait', 'held'] as const;
  const delays: number[] = [];
  let made = 0;
  const attempt = async () => answers[made++] ?? 'held';
  const delay = async (milliseconds: number) => delays.push(milliseconds);
  expect(await waitForTwin<string>(attempt, { attempts: 5, everyMs: 50, delay })).toBe('held');
  expect([made, delays]).toEqual([3, [50, 50]]);
});

it('gives up after the last attempt', async () => {
  let made = 0;
  const attempt = async () => {
    made += 1;
    return 'wait' as const;
  };
  expect(await waitForTwin(attempt, { attempts: 3, everyMs: 1 })).toBe('wait');
  expect(made).toBe(3);
});
