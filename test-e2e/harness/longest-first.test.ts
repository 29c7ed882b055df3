import { expect, it } from 'vitest';
import { spreadOver } from './longest-first.ts';

it('files that compute are spread over a run, and all others keep their order', () => {
  const isCapital = (name: string): boolean => name < 'a';
  expect(spreadOver(['A', 'B', 'C', 'a', 'b', 'c', 'd', 'e', 'f'], isCapital).join('')).toBe('aAbcBdeCf');
  expect(spreadOver(['b', 'a'], isCapital)).toEqual(['b', 'a']);
});
