import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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

test('a directory that a version before 1.0.0 has written is refused with the way to start from nothing, and stays as it is', () => {
  const directory = fresh();
  writeFileSync(join(directory, 'secrets.json'), '{"of":"0.1"}');
  expect(() => takeHome(directory)).toThrow(
    /was written by a version before 1\.0\.0[\s\S]*Nothing was changed[\s\S]*rm -r[\s\S]*LODGING_HOME/,
  );
  expect(readdirSync(directory)).toEqual(['secrets.json']);
  expect(readFileSync(join(directory, 'secrets.json'), 'utf8')).toBe('{"of":"0.1"}');
});

test('a directory of this release is reused, and one of another data version is not', () => {
  const directory = fresh();
  takeHome(directory).release();
  writeFileSync(join(directory, 'secrets.json'), '{}');
  takeHome(directory).release();
  writeFileSync(join(directory, 'version'), '2\n');
  expect(() => takeHome(directory)).toThrow('another version (data version 2)');
});

test('the lock file of a crashed run does not block the next one', () => {
  const directory = fresh();
  writeFileSync(join(directory, 'running.pid'), '999999\n');
  expect(() => takeHome(directory).release()).not.toThrow();
});

test('a reused process id does not count as a running stack', () => {
  const directory = fresh();
  writeFileSync(join(directory, 'running.pid'), '1\n');
  expect(() => takeHome(directory).release()).not.toThrow();
});
