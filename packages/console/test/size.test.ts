import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { builtConsole } from './built-console.ts';

const KB = 1_024;
let assets: Map<string, number>;
/** The scripts, by the name of their file. */
let scripts: Map<string, string>;
let page: string;

beforeAll(() => {
  const directory = builtConsole();
  page = readFileSync(join(directory, 'index.html'), 'utf8');
  assets = new Map(
    globSync(join(directory, 'assets/*.gz')).map((file) => [
      basename(file, '.gz'),
      readFileSync(file).length,
    ]),
  );
  scripts = new Map(
    globSync(join(directory, 'assets/*.js')).map((file) => [basename(file), readFileSync(file, 'utf8')]),
  );
}, 60_000);

const sizeOf = (name: RegExp): number =>
  [...assets].filter(([file]) => name.test(file)).reduce((sum, [, bytes]) => sum + bytes, 0);

/** The scripts, and what they import at once. What other screens import later is none of it. */
function loadedBy(roots: RegExp): Set<string> {
  const loaded = new Set([...scripts.keys()].filter((file) => roots.test(file)));
  for (const file of loaded)
    for (const [, name = ''] of (scripts.get(file) ?? '').matchAll(/(?:from|import)"\.\/([\w.-]+\.js)"/g))
      loaded.add(name);
  return loaded;
}

it('the sign-in loads at most 110 kB of scripts, compressed', () => {
  expect(sizeOf(/^index-.*\.js$/)).toBeLessThanOrEqual(110 * KB);
});

const bytesOf = (files: Iterable<string>): number =>
  [...files].reduce((sum, file) => sum + (assets.get(file) ?? 0), 0);

it('Today loads at most 240 kB of scripts, compressed, and each further screen at most 60 kB more', () => {
  const today = loadedBy(/^(?:index|app|today-screen|en)-/);
  expect(bytesOf(today)).toBeGreaterThan(100 * KB);
  expect(bytesOf(today)).toBeLessThanOrEqual(240 * KB);
  const further = [...scripts.keys()].filter((file) => file.includes('-screen-') && !today.has(file));
  expect(further.length).toBeGreaterThan(8);
  for (const screen of further) {
    const more = loadedBy(new RegExp(`^${RegExp.escape(screen)}$`)).difference(today);
    expect(bytesOf(more), screen).toBeLessThanOrEqual(60 * KB);
  }
});

it('all scripts, all style sheets and the words of a language keep their budgets', () => {
  expect(sizeOf(/\.js$/)).toBeLessThanOrEqual(520 * KB);
  expect(sizeOf(/\.css$/)).toBeLessThanOrEqual(25 * KB);
  for (const language of ['en', 'de', 'fr', 'es'])
    expect(sizeOf(new RegExp(`^${language}-.*\\.js$`)), language).toBeLessThanOrEqual(20 * KB);
});

it('the page has no script of its own, and nothing of another host', () => {
  expect(page.match(/<script(?![^>]* src="\/console\/assets\/)/g)).toBeNull();
  expect(page.match(/(?:src|href)="https?:/g)).toBeNull();
  expect(page.match(/\{\{nonce\}\}/g)).toHaveLength(1);
});
