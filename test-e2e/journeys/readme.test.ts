import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, inject, it } from 'vitest';

const root = join(import.meta.dirname, '..', '..');

it('confirms a stay when the README’s commands are pasted into a shell', async () => {
  const readme = await readFile(join(root, 'README.md'), 'utf8');
  const commands = /```sh\n([\s\S]*?)```/.exec(readme)?.[1];
  if (commands === undefined) throw new Error('the README has no commands to paste');
  const env = { ...process.env, LODGING_HOME: inject('home') };
  const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', commands], {
    cwd: root,
    env,
  });
  const lines = stdout.trim().split('\n');
  expect(lines[0]).toContain('"available":true');
  expect(lines.at(-1)).toBe('confirmed');
});
