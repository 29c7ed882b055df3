import { existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { scratchDirectory } from './scratch-directory.ts';

/** No process has such an id. */
const NO_PROCESS = 2 ** 30;
const memory = mkdtempSync(join(tmpdir(), 'memory-'));
afterEach(() => rmSync(memory, { recursive: true, force: true }));

function leftover(pid: number, hoursAgo: number): string {
  const directory = join(memory, `lodging-run-${pid}-abcdef`);
  mkdirSync(join(directory, 'data'), { recursive: true });
  const then = Date.now() / 1000 - hoursAgo * 3_600;
  utimesSync(directory, then, then);
  return directory;
}

it('what a killed run left is removed by the next one, and nothing of a run that may be under way', () => {
  const old = leftover(NO_PROCESS, 2);
  const fresh = leftover(NO_PROCESS + 1, 0);
  const mine = leftover(process.pid, 2);
  const made = scratchDirectory('run', memory);
  expect(existsSync(made)).toBe(true);
  expect([old, fresh, mine].map((directory) => existsSync(directory))).toEqual([false, true, true]);
  rmSync(made, { recursive: true, force: true });
});

it('the directory is on disk where there is no file system in memory', () => {
  const made = scratchDirectory('run', join(memory, 'none'));
  expect(dirname(made)).toBe(tmpdir());
  rmSync(made, { recursive: true });
});
