import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, inject, it } from 'vitest';
import { blocksOf, repository, run } from '../harness/examples.ts';

const directory = 'docs/guides';
const guides = (await readdir(join(repository, directory))).filter(
  (name) => name.endsWith('.md') && name !== 'README.md',
);

it.each(guides)('the commands of the guide %s do what it says', async (name) => {
  const text = await readFile(join(repository, directory, name), 'utf8');
  const [, promised] = /The last line says `(.+)`\./.exec(text) ?? [];
  // What the commands have started ends with them.
  const commands = `trap 'kill $(jobs -p) 2>/dev/null || true' EXIT\n${(await blocksOf(join(directory, name), 'sh')).join('\n')}`;
  const env = { ...process.env, LODGING_HOME: inject('home') };
  const options = { cwd: repository, env, timeout: 50_000 };
  const running = run('bash', ['-euo', 'pipefail', '-c', commands], options);
  const { stdout } = await running.catch((error: { stdout: string; stderr: string }) => {
    throw new Error(`${error.stdout}\n${error.stderr}`);
  });
  expect(stdout.trim().split('\n').at(-1)).toBe(promised);
});

it('the index of the guides names each of them', async () => {
  const index = await readFile(join(repository, directory, 'README.md'), 'utf8');
  for (const name of guides) expect(index).toContain(`](${name})`);
});
