import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { developmentWalk } from './development.ts';
import { commandsOf, timedScript } from './page-commands.ts';

const directory = mkdtempSync(join(tmpdir(), 'lodging-walk-test-'));
afterAll(() => rmSync(directory, { recursive: true }));
const page = readFileSync(join(import.meta.dirname, '..', 'README.md'), 'utf8').replaceAll(
  /\s*\\\n\s*/g,
  ' ',
);

function bash(script: string, path = process.env['PATH'] ?? '') {
  return spawnSync('bash', ['-c', script], {
    cwd: directory,
    env: { ...process.env, PATH: path },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
  });
}

describe('the walk along the page', () => {
  it('takes continued lines and loops for one command, and leaves comments out', () => {
    const block =
      '# a\nfor x in 1; do\n  echo $x\ndone\n\nhelm a \\\n  --b c\nfor y in 2; do echo $y; done\n';
    expect(commandsOf(block)).toEqual([
      'for x in 1; do\n  echo $x\ndone',
      'helm a --b c',
      'for y in 2; do echo $y; done',
    ]);
  });

  it('types what stands on the page, but for the namespace, the addresses and what was shown before', () => {
    const commands = developmentWalk('/tmp/key');
    const changed = commands.filter((command) => !page.includes(command));
    expect(commands.length).toBeGreaterThan(25);
    expect(changed.map((command) => command.split(' ').slice(0, 3).join(' '))).toEqual([
      'kubectl -n lodging-development',
      'kubectl -n lodging-development',
      'export LODGING_ADMIN_TOKEN=$(kubectl -n',
      'npm run lodging',
      'npm run lodging',
      expect.stringMatching(/^API=http:\/\/localhost:8080 KEY=/),
    ]);
    expect(bash(`${timedScript(commands)}`.replace('set -euo pipefail', 'set -n')).stderr).toBe('');
  });

  it('says how long each command took, and stops at the first that fails', () => {
    const tool = join(directory, 'kubectl');
    writeFileSync(tool, '#!/bin/sh\ntest "$1" != wait\n');
    chmodSync(tool, 0o755);
    const script = timedScript(['cd /', "kubectl apply 'x'", 'kubectl wait', 'kubectl never']);
    const { status, output } = bash(script, `${directory}:${process.env['PATH']}`);
    expect(status).toBe(1);
    expect(String(output[3]).trim().split('\n')).toEqual([
      expect.stringMatching(/^ *\d+\.\d s {2}cd \/$/),
      expect.stringMatching(/^ *\d+\.\d s {2}kubectl apply 'x'$/),
    ]);
  });

  it('is what the pipeline runs against a cluster of its own', () => {
    const file = join(import.meta.dirname, '..', '..', '..', '.github/workflows/cluster.yml');
    const { jobs } = parse(readFileSync(file, 'utf8'));
    const runs = jobs.walk.steps.flatMap(({ run }: { run?: string }) => run ?? []);
    expect(runs).toContain('npm run --silent kubernetes:walk | tee "$GITHUB_STEP_SUMMARY"');
  });
});
