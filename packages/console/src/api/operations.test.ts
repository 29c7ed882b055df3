import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const SOURCE = join(import.meta.dirname, '..');
const PAGE = join(SOURCE, '../../../docs/console.md');

const namesIn = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([, name = '']) => name.replaceAll(/\s/g, ''));

test('the page on the console names the operations that its screens use, and no other', () => {
  const files = globSync('**/*.{ts,tsx}', { cwd: SOURCE, exclude: ['**/*.test.ts'] });
  const used = files.flatMap((file) =>
    namesIn(readFileSync(join(SOURCE, file), 'utf8'), /\blodging\s*\.(\w+(?:\s*\.\w+)?)\(/g),
  );
  const [, table = ''] = readFileSync(PAGE, 'utf8').split('## What each screen sends');
  const named = namesIn(table, /`(\w+(?:\.\w+)?)`/g);
  expect([...new Set(named)].toSorted()).toEqual([...new Set(used)].toSorted());
});
