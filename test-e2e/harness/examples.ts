import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { existsSync } from 'node:fs';

export const repository = join(import.meta.dirname, '..', '..');
export const run = promisify(execFile);

/** The blocks of a language in a document, in order. */
export async function blocksOf(path: string, language: string): Promise<string[]> {
  const text = await readFile(join(repository, path), 'utf8');
  const blocks = [...text.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, 'gm'))];
  if (blocks.length === 0) throw new Error(`${path} has no ${language} to run`);
  return blocks.map(([, block = '']) => block);
}

/** The Node of the machine, which may be older than the project's own. */
export function nodeOfMachine(): string {
  const directories = (process.env['PATH'] ?? '').split(delimiter);
  const candidates = directories
    .filter((directory) => !directory.includes('node_modules'))
    .map((directory) => join(directory, 'node'));
  return candidates.find((path) => existsSync(path)) ?? process.execPath;
}

/** Pastes the commands of the README into a shell, and resolves to the lines that they print. */
export async function runReadme(home: string): Promise<string[]> {
  const [commands = ''] = await blocksOf('README.md', 'sh');
  const env = { ...process.env, LODGING_HOME: home };
  const { stdout } = await run('bash', ['-euo', 'pipefail', '-c', commands], { cwd: repository, env });
  return stdout.trim().split('\n');
}
