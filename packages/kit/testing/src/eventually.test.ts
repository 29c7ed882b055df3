import { expect, test } from 'vitest';
import { eventually } from './eventually.ts';

test('the value is handed over as soon as the probe finds it', async () => {
  let tries = 0;
  const found = await eventually('third time lucky', () => {
    tries += 1;
    return tries === 3 ? 'here' : undefined;
  });
  expect(found).toBe('here');
});

test('what never came is named, with the last error as its cause', async () => {
  const waiting = eventually('the ship comes in', () => Promise.reject(new Error('no wind')), {
    withinMs: 20,
  });
  await expect(waiting).rejects.toMatchObject({
    message: expect.stringContaining('the ship comes in'),
    cause: expect.objectContaining({ message: 'no wind' }),
  });
});
