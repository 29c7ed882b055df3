import { expect, inject, it } from 'vitest';
import { runReadme } from '../harness/examples.ts';

it('books and cancels a stay when the README’s commands are pasted into a shell', async () => {
  const lines = await runReadme(inject('home'));
  expect(lines[0]).toContain('"available":true');
  expect(lines.slice(-3)).toEqual(['confirmed', '0', 'cancelled']);
});
