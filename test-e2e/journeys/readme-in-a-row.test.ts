import { expect, inject, it } from 'vitest';
import { runReadme } from '../harness/examples.ts';

/** Each run cancels what it has booked. */
const RUNS = 10;

it('the README’s commands book and cancel ten times in a row', { timeout: 600_000 }, async () => {
  for (let count = 1; count <= RUNS; count += 1) {
    const lines = await runReadme(inject('home'));
    expect(lines.slice(-3), `run ${count}`).toEqual(['confirmed', '0', 'cancelled']);
  }
});
