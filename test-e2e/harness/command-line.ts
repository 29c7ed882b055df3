import { spawn } from 'node:child_process';
import { join } from 'node:path';

export interface Ran {
  readonly code: number | null;
  readonly out: string;
  readonly notes: string;
}

const repository = join(import.meta.dirname, '..', '..');
const program = join(repository, 'packages', 'cli', 'src', 'main.ts');
/** As `npm run lodging` has it. */
const NODE_COMPILE_CACHE = join(repository, 'node_modules', '.cache', 'command-line');
const LIMIT_MS = 60_000;

/** Runs with LODGING_HOME = `home`, without a terminal, and without the environment of the shell. */
export function lodging(
  home: string,
  args: readonly string[],
  {
    env = {},
    input = '',
    limitMs = LIMIT_MS,
  }: { env?: Record<string, string>; input?: string; limitMs?: number } = {},
): Promise<Ran> {
  const environment = { PATH: process.env['PATH'] ?? '', LODGING_HOME: home, NODE_COMPILE_CACHE, ...env };
  const child = spawn(process.execPath, [program, ...args], { env: environment, timeout: limitMs });
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
