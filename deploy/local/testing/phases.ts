import { join } from 'node:path';
import { repository } from '../home.ts';

export interface Phase {
  name: string;
  title: string;
  command: string;
  args: string[];
  /** Where the run writes its results test by test; a check without it counts as one. */
  report?: string;
  /** The exit code of a run that says that what it needs is not here. */
  skippedWith?: number;
  /** Measures nothing and waits for nothing: runs beside the others, with the time of a processor that they leave. */
  beside?: true;
}

export function phases(reports: string): Phase[] {
  const tool = (name: string): string => join(repository, 'node_modules', '.bin', name);
  const vitest = (name: string, title: string, ...args: string[]): Phase => {
    const report = join(reports, `${name}.json`);
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
    return { name, title, command: tool('vitest'), args: ['run', ...reporters, ...args], report };
  };
  return [
    // One program: checked package by package, what they have in common is checked again for each of them.
    types('Types', 'tsconfig.all.json'),
    types('Types of the widget', 'packages/widget/tsconfig.json'),
    { name: 'format', title: 'Format', command: tool('oxfmt'), args: ['--check', '.'], beside: true },
    { name: 'lint', title: 'Lint', command: tool('oxlint'), args: ['--deny-warnings'], beside: true },
    {
      name: 'imports',
      title: 'Import rules',
      command: tool('depcruise'),
      args: [
        '--config',
        '.dependency-cruiser.cjs',
        '--output-type',
        'err',
        'packages',
        'services',
        'deploy',
        'test-e2e',
      ],
      beside: true,
    },
    vitest('unit', 'Unit tests', '--project=unit', '--passWithNoTests'),
    vitest('int', 'Tests on real Postgres, NATS and Redis', '--project=int', '--passWithNoTests'),
    vitest('e2e', 'Journeys and faults, end to end', '--config', 'test-e2e/vitest.config.ts'),
    faults(),
    containers(),
  ];
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
  return { name: 'types', title, command: program, args: ['--noEmit', '--project', project], beside: true };
}

function faults(): Phase {
  const program = 'test-e2e/faults/run/main.ts';
  const chosen = ['--seed', '1', '--seeds', '2', '--seconds', '30'];
  return {
    name: 'faults',
    title: 'Two seeds of clients and faults',
    command: process.execPath,
    args: ['--disable-warning=ExperimentalWarning', program, ...chosen],
  };
}
