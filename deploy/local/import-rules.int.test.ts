import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { cruise } from 'dependency-cruiser';
import type { ICruiseResult } from 'dependency-cruiser';
import extractOptions from 'dependency-cruiser/config-utl/extract-depcruise-options';
import { afterEach, describe, expect, test } from 'vitest';
import { repository } from './home.ts';

const fixtures = join(import.meta.dirname, 'import-rule-fixtures');
const config = join(repository, '.dependency-cruiser.cjs');
const importRules: { forbidden: { name: string }[] } = createRequire(import.meta.url)(config);
const rules = importRules.forbidden.map(({ name }) => name);

test('each rule has a fixture that breaks it, and one fixture keeps all of them', () => {
  expect(readdirSync(fixtures).toSorted()).toEqual([...rules, 'allowed'].toSorted());
});

const home = process.cwd();
afterEach(() => process.chdir(home));

describe('a file that breaks the rule is refused', () => {
  test.for(rules)('%s', async (rule) => {
    expect(await rulesBrokenBy(rule)).toContain(rule);
  });
});

test('code that keeps the rules is accepted', async () => {
  expect(await rulesBrokenBy('allowed')).toEqual([]);
});

/** Runs inside the fixture, so that its paths look like those of the repository. */
async function rulesBrokenBy(fixture: string): Promise<string[]> {
  process.chdir(join(fixtures, fixture));
  const options = await extractOptions(config);
  const { output } = await cruise(['.'], options, options.enhancedResolveOptions);
  const { summary } = output as ICruiseResult;
  if (summary.totalCruised === 0) throw new Error('nothing was cruised');
  return [...new Set(summary.violations.map(({ rule }) => rule.name))];
}
