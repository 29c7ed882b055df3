// Guards the guard: each rule of the import law catches its fixture, and lawful code passes all of them.

import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { repository } from './home.ts';

const fixtures = join(import.meta.dirname, 'import-rule-fixtures');
const config = join(repository, '.dependency-cruiser.cjs');
const law: { forbidden: { name: string }[] } = createRequire(import.meta.url)(config);
const rules = law.forbidden.map(({ name }) => name);

test('there is one fixture for each rule, and one that keeps them all', () => {
  expect(readdirSync(fixtures).toSorted()).toEqual([...rules, 'lawful'].toSorted());
});

describe.concurrent('a file that breaks the rule is caught', () => {
  test.for(rules)('%s', async (rule, { expect: expectHere }) => {
    expectHere(await rulesBrokenBy(rule)).toContain(rule);
  });
});

test('lawful code breaks no rule', async () => {
  expect(await rulesBrokenBy('lawful')).toEqual([]);
});

interface Cruise {
  summary: { totalCruised: number; violations: { rule: { name: string } }[] };
}

/** Cruises from inside the fixture, so that its paths look like the repository's own. */
function rulesBrokenBy(fixture: string): Promise<string[]> {
  const program = join(repository, 'node_modules', '.bin', 'depcruise');
  const args = ['--config', config, '--output-type', 'json', '.'];
  return new Promise((resolve, reject) => {
    execFile(program, args, { cwd: join(fixtures, fixture) }, (error, stdout) => {
      if (stdout === '') return reject(error ?? new Error('no answer from dependency-cruiser'));
      const { summary }: Cruise = JSON.parse(stdout);
      if (summary.totalCruised === 0) return reject(new Error('nothing was cruised'));
      resolve([...new Set(summary.violations.map(({ rule }) => rule.name))]);
    });
  });
}
