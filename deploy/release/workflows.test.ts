import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parse } from 'yaml';

const repository = join(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(repository, path), 'utf8');

it('every workflow names its actions by commit, so that none can be replaced below its name', () => {
  const workflows = globSync('.github/workflows/*.yml', { cwd: repository });
  expect(workflows.length).toBeGreaterThan(2);
  for (const path of workflows)
    for (const [, action] of read(path).matchAll(/uses: (\S+)/g)) expect(action).toMatch(/@[0-9a-f]{40}$/);
});

type Step = { run?: string; with?: Record<string, unknown> };
const commandsOf = (steps: Step[]): string[] => steps.flatMap(({ run }) => run ?? []);

it('a pull request runs the checks and a push all of them, on the oldest Node that may start the project', () => {
  const { on, jobs } = parse(read('.github/workflows/ci.yml'));
  expect(Object.keys(on)).toEqual(['push', 'pull_request']);
  const steps: Step[] = jobs.test.steps;
  expect(jobs.test.if).toBeUndefined();
  expect(commandsOf(steps)).toEqual(['npm test']);
  expect(jobs.long.if).toBe("github.event_name == 'push'");
  expect(commandsOf(jobs.long.steps)).toEqual(['npm run test:rest']);
  const { engines } = JSON.parse(read('package.json'));
  expect(`>=${steps.map((step) => step.with?.['node-version']).find(Boolean)}`).toBe(engines.node);
});
