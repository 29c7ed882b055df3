// The words that the glossary bans, in the names and sentences of all files of the repository.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { repository } from '../home.ts';
import { ALLOWED, type Allowed } from './allowed.ts';
import { readBannedForms } from './banned-forms.ts';
import { findBanned, type Hit } from './find-banned.ts';
import { REPLACED_PHRASES } from './replaced-phrases.ts';

const READ = /\.(?:[mc]?[jt]s|tsx|css|html|md|ya?ml|json|bru|env|conf|sh)$|Dockerfile$/;
const NOT_OURS = /pnpm-lock\.yaml$/;
/** A release is described in the words of its time. */
const KEEPS_PHRASES = /^CHANGELOG\.md$|^deploy\/local\/words\//;
/** A migration that was released is never edited. */
const MIGRATIONS = /\/migrations\//;

const forms = readBannedForms(readFileSync(join(repository, 'docs/glossary.md'), 'utf8'));
const paths = execFileSync('git', ['ls-files', '-z'], { cwd: repository, encoding: 'utf8' })
  .split('\0')
  .filter((path) => READ.test(path) && !NOT_OURS.test(path) && !MIGRATIONS.test(path));
const files = paths.map((path) => ({ path, text: readFileSync(join(repository, path), 'utf8') }));

function hitsIn(path: string, text: string, allowed: readonly Allowed[] = ALLOWED): Hit[] {
  const here = allowed.filter((entry) => path.startsWith(entry.path));
  if (here.some((entry) => entry.text === undefined)) return [];
  const rest = here.reduce((left, entry) => left.replace(entry.text ?? '', ''), text);
  return findBanned(path, rest, forms);
}

const folderOf = (path: string): string =>
  /^(?:services|packages)\/[^/]+/.exec(path)?.[0] ?? /^[^/]+(?=\/)/.exec(path)?.[0] ?? '.';

const all = files.flatMap(({ path, text }) => hitsIn(path, text));
const byFolder = Map.groupBy(all, ({ path }) => folderOf(path));

it('reads the table and the files', () => {
  expect(forms.length).toBeGreaterThan(100);
  expect(files.length).toBeGreaterThan(2000);
});

it.each([...new Set(paths.map(folderOf))])('%s has no banned word', (folder) => {
  const hits = byFolder.get(folder) ?? [];
  expect(hits.map(({ form, path, line }) => `${path}:${line} ${form}`)).toEqual([]);
});

it.each(Object.entries(REPLACED_PHRASES))('“%s” has not come back: “%s”', (phrase) => {
  const found = files.filter(({ path, text }) => !KEEPS_PHRASES.test(path) && text.includes(phrase));
  expect(found.map(({ path }) => path)).toEqual([]);
});

it.each(ALLOWED)('is still needed: $path $text, $why', (entry) => {
  const others = ALLOWED.filter((other) => other !== entry);
  const concerned = files.filter(({ path }) => path.startsWith(entry.path));
  const refused = concerned.some(
    ({ path, text }) => hitsIn(path, text, others).length > hitsIn(path, text).length,
  );
  expect(refused).toBe(true);
});

describe('a banned word', () => {
  it.each([
    ['a comment', 'src/a.ts', '// Loads what is gathered.', 'gathered'],
    ['a text', 'src/a.ts', "const title = 'The deed is done';", 'deed'],
    ['a template', 'src/a.ts', 'log(`${n} were ${told(`x`)} of the house`);', 'house'],
    ['an identifier', 'src/a.ts', 'const mendClaims = 1;', 'mend'],
    ['a constant', 'src/a.ts', 'const PATIENCE_MS = 1;', 'patience'],
    ['two parts of a name', 'src/a.ts', 'outbox.lookAgain();', '`lookAgain`'],
    ['a name that a sentence may have', 'src/a.ts', 'await bus.ask(question);', '`ask`'],
    ['the name of a type', 'src/a.ts', 'type PlaceHoldNeeds = Deps;', '`Needs`'],
    ['the name of a file', 'src/turnstile.ts', '', 'turnstile'],
    ['the name of a folder', 'src/in-words/money.ts', '', '`in-words`'],
    ['a page', 'docs/a.md', 'The settings of before are kept.', 'of before'],
    ['an alert', 'alerts.yaml', "summary: 'Nobody answers'", 'nobody'],
    ['code after a regular expression', 'src/a.ts', 'const a = /["`/]/.test(b); const wishOf = 1;', 'wish'],
  ])('is refused in %s', (_, path, text, form) => {
    expect(findBanned(path, text, forms).map((hit) => hit.form)).toContain(form);
  });

  it('is named with its line', () => {
    expect(findBanned('a.md', 'one\ntwo\nthe census', forms)).toEqual([
      { form: 'census', path: 'a.md', line: 3 },
    ]);
  });

  it.each([
    ['a longer word', 'src/a.ts', 'const { storytelling, thousand, task, masked } = lawn;'],
    ['a sentence, where names alone are refused', 'src/a.ts', '// Asks the guest. It needs the world.'],
    ['a text, likewise', 'src/a.ts', "const text = 'ask';"],
    ['a name with another capital', 'src/a.ts', 'const needsGuest = true;'],
    ['an expression', 'src/a.ts', 'const pattern = /wish|told/;'],
    ['parts of two names', 'src/a.ts', 'look(again);'],
  ])('is not seen in %s', (_, path, text) => {
    expect(findBanned(path, text, forms)).toEqual([]);
  });
});
