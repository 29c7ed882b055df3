import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { repository } from '../home.ts';
import { LONG_FILES, LONGEST_FILES } from './long-tests.ts';

it('names files that exist, each once: a file of another name would run where it is not expected', () => {
  expect(LONG_FILES.filter((path) => !existsSync(join(repository, path)))).toEqual([]);
  expect(new Set(LONG_FILES).size).toBe(LONG_FILES.length);
  expect(LONGEST_FILES.filter((path) => !LONG_FILES.includes(path))).toEqual([]);
});
