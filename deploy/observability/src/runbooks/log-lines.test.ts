import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { HOME } from '../generated-files.ts';
import { runbooks } from './read-runbooks.ts';

const ROOT = join(HOME, '../..');
const SOURCES = ['services/*/src/**/*.ts', 'packages/kit/*/src/**/*.ts'];

/** `grep '<text>'` on the log of a service; a pattern of `-E` has several texts. */
const SEARCHED = /logs deploy\/\w+ .*grep (-E )?'([^']+)'/g;

const searched = runbooks().flatMap(({ page, blocks }) =>
  blocks
    .flatMap(({ text }) => [...text.matchAll(SEARCHED)])
    .flatMap(([, extended, pattern = '']) => (extended === undefined ? [pattern] : pattern.split('|')))
    .filter((text) => text.includes(' '))
    .map((text) => ({ page, text })),
);

function sources(): string {
  return globSync(SOURCES, { cwd: ROOT })
    .filter((path) => !path.endsWith('.test.ts'))
    .map((path) => readFileSync(join(ROOT, path), 'utf8'))
    .join('\n');
}

describe('the log lines that runbooks search for', () => {
  const code = sources();

  it('are found', () => {
    expect(searched.length).toBeGreaterThan(10);
  });

  it.each(searched)('$page: "$text" is a message of the code', ({ text }) => {
    expect(code).toContain(text);
  });
});
