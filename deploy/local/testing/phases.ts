import { join } from 'node:path';
import { repository } from '../home.ts';

export interface Phase {
  name: string;
  title: string;
  command: string;
  args: string[];
  /** Where the run writes its results test by test; a check without it counts as one. */
  report?: string;
  /** How long it takes, in durations of `npm test` on the same machine. */
  duration?: number;
  /** The exit code of a run that says that what it needs is not here. */
  skippedWith?: number;
}

/** `npm test`. */
export function quickPhases(reports: string): Phase[] {
  const folders = ['packages', 'services', 'deploy', 'test-e2e'];
  return [
    // One program: checked package by package, what they have in common is checked again for each of them.
    types('Types', 'tsconfig.all.json'),
    types('Types of the widget', 'packages/widget/tsconfig.json'),
    { name: 'format', title: 'Format', command: tool('oxfmt'), args: ['--check', '.'] },
    { name: 'lint', title: 'Lint', command: tool('oxlint'), args: ['--deny-warnings'] },
    {
      name: 'imports',
      title: 'Import rules',
      command: tool('depcruise'),
      args: ['--config', '.dependency-cruiser.cjs', '--output-type', 'err', ...folders],
    },
    vitest(reports, 'unit', 'Unit tests', '--project=unit'),
    vitest(reports, 'int', 'Tests on real Postgres, NATS and Redis', '--project=int'),
    vitest(reports, 'e2e', 'Journeys, end to end', ...END_TO_END, '--project=e2e'),
  ];
}

/** What takes long: with the above, `npm run test:all`. */
export function longPhases(reports: string): Phase[] {
  const [long, alone] = ['--project=long', '--project=alone'];
  const title = 'Long journeys and faults, end to end';
  return [
    { ...vitest(reports, 'int-long', 'Long tests on real servers', long, alone), duration: 1.6 },
    { ...faults(), duration: 0.3 },
    { ...vitest(reports, 'e2e-long', title, ...END_TO_END, long), duration: 2.8 },
    { ...vitest(reports, 'e2e-alone', 'Rollouts and frozen servers', ...END_TO_END, alone), duration: 0.9 },
    containers(),
  ];
}

/** The tests of all files whose path holds one of the words. */
export function matchingPhases(reports: string, words: readonly string[]): Phase[] {
  return [
    vitest(reports, 'matching', `Files that match ${words.join(', ')}`, '--passWithNoTests', ...words),
    vitest(reports, 'matching-e2e', 'The same, end to end', ...END_TO_END, '--passWithNoTests', ...words),
  ];
}

const END_TO_END = ['--config', 'test-e2e/vitest.config.ts'];

function tool(name: string): string {
  return join(repository, 'node_modules', '.bin', name);
}

function vitest(reports: string, name: string, title: string, ...args: string[]): Phase {
  const report = join(reports, `${name}.json`);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  return { name, title, command: tool('vitest'), args: ['run', ...reporters, ...args], report };
}

/** Where there is an engine: the page's own line, and a stay against the containers. */
function containers(): Phase {
  const program = 'deploy/docker/test-compose.ts';
  return {
    name: 'compose',
    title: 'Containers, by the line of the page',
    command: process.execPath,
    args: ['--disable-warning=ExperimentalWarning', program, '--short'],
    skippedWith: 2,
  };
}

function types(title: string, project: string): Phase {
  const program = join(repository, 'node_modules', 'ts7', 'bin', 'tsc');
  return { name: 'types', title, command: program, args: ['--noEmit', '--project', project] };
}

function faults(): Phase {
  const program = 'test-e2e/faults/run/main.ts';
  const seeds = ['--seed', '1', '--seeds', '1', '--seconds', '40'];
  return {
    name: 'faults',
    title: 'A seed of clients and faults',
    command: process.execPath,
    args: ['--disable-warning=ExperimentalWarning', program, ...seeds],
  };
}
