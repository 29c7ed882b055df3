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

test('a start removes the demo file of an earlier run', () => {
  const directory = fresh();
  writeFileSync(join(directory, 'demo.json'), '{}');
  const home = takeHome(directory);
  expect(existsSync(home.demoFile)).toBe(false);
  home.release();
});

test('the lock file of a crashed run does not block the next one', () => {
  const directory = fresh();
  writeFileSync(join(directory, 'running.pid'), '999999\n');
  expect(() => takeHome(directory).release()).not.toThrow();
});

test('a reused process id is not taken for a running stack', () => {
  const directory = fresh();
  writeFileSync(join(directory, 'running.pid'), '1\n');
  expect(() => takeHome(directory).release()).not.toThrow();
});
