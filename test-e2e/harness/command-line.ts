import { spawn } from 'node:child_process';
import { join } from 'node:path';

export interface Ran {
  readonly code: number | null;
  readonly out: string;
  readonly notes: string;
}

const program = join(import.meta.dirname, '..', '..', 'packages', 'cli', 'src', 'main.ts');
const LIMIT_MS = 60_000;

/** Runs with LODGING_HOME = `home`, without a terminal, and without the environment of the shell. */
export function lodging(
  home: string,
  args: readonly string[],
  { env = {}, input = '' }: { env?: Record<string, string>; input?: string } = {},
): Promise<Ran> {
  const surroundings = { PATH: process.env['PATH'] ?? '', LODGING_HOME: home, ...env };
  const child = spawn(process.execPath, [program, ...args], { env: surroundings, timeout: LIMIT_MS });
  const ran = { out: '', notes: '' };
  child.stdout.on('data', (chunk: Buffer) => (ran.out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (ran.notes += chunk.toString()));
  child.stdin.end(input);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, ...ran }));
  });
}

/** The JSON output of a command that must succeed. */
export async function lodgingJson<T>(home: string, args: readonly string[], input = ''): Promise<T> {
  const ran = await lodging(home, [...args, '--json'], { input });
  if (ran.code !== 0) throw new Error(`lodging ${args.join(' ')} ended with ${ran.code}: ${ran.notes}`);
  return JSON.parse(ran.out) as T;
}
