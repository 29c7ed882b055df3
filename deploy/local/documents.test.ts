// The documents of the repository: their links lead somewhere, and what they name is there.
import { existsSync, globSync, readFileSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { repository } from './home.ts';

const read = (path: string): string => readFileSync(join(repository, path), 'utf8');
const ELSEWHERE = ['node_modules', '.lodging', 'dist', '.git'];
const pages = globSync('**/*.md', {
  cwd: repository,
  exclude: (path) => ELSEWHERE.some((name) => path.split('/').includes(name)),
});

/** Relative links of a page that lead to no file. */
function brokenLinks(page: string, text: string): string[] {
  const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link);
  return links
    .filter((link) => !/^[a-z]+:|^#/.test(link))
    .map((link) => link.split('#')[0] ?? '')
    .filter((link) => !existsSync(join(repository, dirname(page), link)));
}

it('finds a link that leads nowhere', () => {
  expect(brokenLinks('docs/x.md', 'see [a](missing.md) and [b](../README.md#layout)')).toEqual([
    'missing.md',
  ]);
});

it.each(pages)('every link of %s leads to a file', (page) => {
  expect(brokenLinks(page, read(page))).toEqual([]);
});

it('the licence of the packages is in the repository', () => {
  expect(read('LICENSE')).toMatch(new RegExp(`^${JSON.parse(read('package.json')).license} License`));
});

it('files that are marked as generated are there', () => {
  const marked = [...read('.gitattributes').matchAll(/^(\S+) linguist-generated$/gm)].map(
    ([, path = '']) => path,
  );
  expect(marked.length).toBeGreaterThan(5);
  for (const pattern of marked)
    expect({ pattern, found: globSync(pattern, { cwd: repository }).length > 0 }).toEqual({
      pattern,
      found: true,
    });
});

const isFile = (name: string): boolean => /^[\w.-]+\.ts$/.test(name);
const sources = globSync('{services,packages,deploy,test-e2e}/**/*.ts', {
  cwd: repository,
  exclude: (path) => ELSEWHERE.includes(basename(path)),
});
const basenames = new Set(sources.map((path) => basename(path)));

/** What a page names that is not in the repository: paths in backticks, and files in its diagrams. */
function missingFiles(text: string): string[] {
  const quoted = [...text.matchAll(/`((?:services|packages|deploy|test-e2e|docs)\/[^`\s<>*{}]+)`/g)];
  const paths = quoted.map(([, path = '']) => path).filter((path) => !existsSync(join(repository, path)));
  const ends = [...text.matchAll(/`([\w./-]+\.ts)`/g)].map(([, path = '']) => path);
  const unknown = ends.filter((end) => !sources.some((path) => `/${path}`.endsWith(`/${end}`)));
  const diagrams = [...text.matchAll(/^```mermaid\n([\s\S]*?)^```/gm)].map(([, diagram = '']) => diagram);
  const drawn = diagrams.flatMap((diagram) => diagram.split(/[\s(),]+/)).filter(isFile);
  return [...new Set([...paths, ...unknown]), ...drawn.filter((name) => !basenames.has(name))];
}

it('finds a file that a page names and that does not exist', () => {
  const text = '`docs/none.md` `use-cases/gone.ts`\n```mermaid\nA->>B: verb (place-hold.ts, gone.ts)\n```\n';
  expect(missingFiles(text)).toEqual(['docs/none.md', 'use-cases/gone.ts', 'gone.ts']);
});

it('the architecture page has four diagrams, and every file that it names is there', () => {
  const page = read('docs/architecture.md');
  expect(page.match(/^sequenceDiagram$/gm)).toHaveLength(4);
  // A semicolon ends a statement of Mermaid, also inside a message, and then nothing is drawn.
  for (const [, diagram] of page.matchAll(/^```mermaid\n([\s\S]*?)^```/gm))
    expect(diagram).not.toContain(';');
  expect(missingFiles(page)).toEqual([]);
});

/** Directories that a run of the tests writes. */
const WRITTEN = ['packages/client/dist', 'packages/widget/screenshots', 'test-e2e/screenshots'];
/** The glossary names files that must not be. */
const naming = pages.filter(
  (page) =>
    /^(SECURITY|CONTRIBUTING)\.md$|^docs\/|(^|\/)README\.md$/.test(page) && page !== 'docs/glossary.md',
);

it.each(naming)('every file that %s names is there', (page) => {
  expect(missingFiles(read(page)).filter((path) => !WRITTEN.includes(path))).toEqual([]);
});

describe('decision records', () => {
  const index = read('docs/decisions/README.md');
  const records = readdirSync(join(repository, 'docs/decisions')).filter((name) => /^\d{4}-/.test(name));

  it.each(records)('%s is in the index, and has a status and the four parts', (name) => {
    expect(index.split(`](${name})`)).toHaveLength(2);
    const text = read(`docs/decisions/${name}`);
    expect(text).toMatch(/^# .+\n\nStatus: (accepted|superseded by )/);
    expect([...text.matchAll(/^## (.+)$/gm)].map(([, part]) => part)).toEqual([
      'Context',
      'Options',
      'Choice',
      'Consequences',
    ]);
  });

  it('are the only ones that the index names', () => {
    const named = [...index.matchAll(/\]\((\d{4}-[^)]+)\)/g)].map(([, name = '']) => name);
    expect(named.toSorted()).toEqual(records.toSorted());
  });
});

describe('the glossary', () => {
  const [, words = '', banned = ''] = read('docs/glossary.md').split(/^## /m);
  const rowsOf = (text: string): string[][] =>
    text
      .split('\n')
      .filter((line) => /^\| (?!word|instead|-)/.test(line))
      .map((line) => line.split('|').map((cell) => cell.trim()));

  it('has every word once, in order, with a meaning', () => {
    const listed = rowsOf(words).map(([, word = '']) => word.toLowerCase());
    expect(listed.length).toBeGreaterThan(60);
    expect(listed).toEqual([...new Set(listed)].toSorted());
    for (const [, , meaning] of rowsOf(words)) expect(meaning).toMatch(/\w/);
  });

  it('names for each banned word what to say', () => {
    expect(rowsOf(banned).length).toBeGreaterThan(30);
    for (const [, word, instead] of rowsOf(banned))
      expect([word, instead]).toEqual([expect.stringMatching(/\w/), expect.stringMatching(/\w/)]);
  });
});

/** Lines of prose that are too long to read side by side; tables, code and what cannot be broken may be longer. */
function longLines(text: string): string[] {
  const prose = text.replaceAll(/^```[\s\S]*?^```$/gm, '');
  const breakable = (line: string): boolean => !/^(\||<img)/.test(line) && !/`[^`]{90,}`/.test(line);
  return prose.split('\n').filter((line) => line.length > 120 && breakable(line));
}

it('finds a line that is too long', () => {
  const long = 'word '.repeat(30);
  expect(longLines(`short\n${long}\n| ${long}\n\`\`\`\n${long}\n\`\`\`\n`)).toEqual([long]);
});

const ours = pages.filter((page) => page.startsWith('docs/') || !page.includes('/'));
it.each(ours)('the prose of %s is wrapped at 120 characters', (page) => {
  expect(longLines(read(page))).toEqual([]);
});
