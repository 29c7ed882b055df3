import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { repository } from './home.ts';

const fixtures = join(import.meta.dirname, 'import-rule-fixtures');
const config = join(repository, '.dependency-cruiser.cjs');
const importRules: { forbidden: { name: string }[] } = createRequire(import.meta.url)(config);
const rules = importRules.forbidden.map(({ name }) => name);

test('each rule has a fixture that breaks it, and one fixture keeps all of them', () => {
  expect(readdirSync(fixtures).toSorted()).toEqual([...rules, 'allowed'].toSorted());
});

describe.concurrent('a file that breaks the rule is refused', () => {
  test.for(rules)('%s', async (rule, { expect: expectHere }) => {
    expectHere(await rulesBrokenBy(rule)).toContain(rule);
  });
});

test('code that keeps the rules is accepted', async () => {
  expect(await rulesBrokenBy('allowed')).toEqual([]);
});

interface Cruise {
  summary: { totalCruised: number; violations: { rule: { name: string } }[] };
}

/** Runs inside the fixture, so that its paths look like those of the repository. */
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
