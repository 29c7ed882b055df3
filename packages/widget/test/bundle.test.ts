import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { bundleWidget, WIDGET_FILES } from '../build.ts';

/** What a page of a hotel loads without its guests noticing. */
const MOST_BYTES = 45_000;

const directory = mkdtempSync(join(tmpdir(), 'lodging-bundle-'));
beforeAll(() => bundleWidget(directory));
afterAll(() => rmSync(directory, { recursive: true, force: true }));
const read = (name: string): string => readFileSync(join(directory, name), 'utf8');

it('the files are those of the two components', () => {
  expect(WIDGET_FILES).toEqual(['lodging-booking.js', 'lodging-manage.js']);
});

it.each(WIDGET_FILES)('%s has at most 45 kB compressed, loads nothing and names no other host', (name) => {
  const code = read(name);
  expect(gzipSync(code).length).toBeLessThanOrEqual(MOST_BYTES);
  expect(code).not.toMatch(/\bimport\s*[({"']|\beval\(|new Function/);
  expect(code.match(/https?:\/\/(?!www\.w3\.org\/)[\w.-]+/g) ?? []).toEqual([]);
});

it('a file has its own component alone', () => {
  for (const name of WIDGET_FILES) {
    const elements = WIDGET_FILES.map((file) => file.replace('.js', '')).filter((element) =>
      new RegExp(`["'\`]${element}["'\`]`).test(read(name)),
    );
    expect(elements).toEqual([name.replace('.js', '')]);
  }
});
