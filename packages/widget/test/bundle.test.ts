import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, it, onTestFinished } from 'vitest';
import { bundleWidget } from '../build.ts';

/** What a page of a hotel loads without its guests noticing. */
const MOST_BYTES = 45_000;

async function bundle(): Promise<string> {
  const directory = mkdtempSync(join(tmpdir(), 'lodging-bundle-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  const file = join(directory, 'lodging-booking.js');
  await bundleWidget(file);
  return readFileSync(file, 'utf8');
}

it('is one file of at most 45 kB compressed, which loads nothing and names no other host', async () => {
  const code = await bundle();
  expect(gzipSync(code).length).toBeLessThanOrEqual(MOST_BYTES);
  expect(code).not.toMatch(/\bimport\s*[({"']|\beval\(|new Function/);
  expect(code.match(/https?:\/\/(?!www\.w3\.org\/)[\w.-]+/g) ?? []).toEqual([]);
});
