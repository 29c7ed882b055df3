// Guards that one directory serves one copy, and that demo.json never speaks of a copy that is not ready.

import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { homeDirectory, takeHome } from './home.ts';

const made: string[] = [];
const fresh = (): string => {
  made.push(mkdtempSync(join(tmpdir(), 'lodging-home-')));
  return made.at(-1) ?? '';
};
afterAll(() => made.forEach((directory) => rmSync(directory, { recursive: true, force: true })));

test('the directory is .lodging in the checkout unless LODGING_HOME says otherwise', () => {
  expect(homeDirectory({})).toMatch(/\.lodging$/);
  expect(homeDirectory({ LODGING_HOME: '/somewhere/else' })).toBe('/somewhere/else');
});

test('the demo file of an earlier run is gone as soon as a new one begins', () => {
  const directory = fresh();
  writeFileSync(join(directory, 'demo.json'), '{}');
  const home = takeHome(directory);
  expect(existsSync(home.demoFile)).toBe(false);
  home.release();
});

test('what a crashed run left behind does not stop the next one', () => {
  const directory = fresh();
  writeFileSync(join(directory, 'running.pid'), '999999\n');
  expect(() => takeHome(directory).release()).not.toThrow();
});

test('a process id that belongs to somebody else now is not taken for a running copy', () => {
  const directory = fresh();
  writeFileSync(join(directory, 'running.pid'), '1\n');
  expect(() => takeHome(directory).release()).not.toThrow();
});
