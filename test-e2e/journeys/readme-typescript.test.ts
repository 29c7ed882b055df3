import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, inject, it } from 'vitest';
import { blocksOf, repository } from '../harness/examples.ts';

it('confirms a stay when the README’s TypeScript is run', async () => {
  const [program = ''] = await blocksOf('README.md', 'ts');
  const env = { ...process.env, LODGING_HOME: inject('home') };
  const running = promisify(execFile)(process.execPath, ['--input-type=module-typescript'], {
    cwd: repository,
    env,
  });
  running.child.stdin?.end(program);
  const { stdout } = await running;
  const lines = stdout.trim().split('\n');
  expect(lines).toEqual(['free', expect.stringMatching(/\d/), 'confirmed']);
});
