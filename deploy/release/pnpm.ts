import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const repository = join(import.meta.dirname, '..', '..');

export interface PnpmResult {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the version of pnpm that the repository names. It need not be installed. */
export function runPnpm(args: readonly string[]): PnpmResult {
  const manifest: { packageManager: string } = JSON.parse(
    readFileSync(join(repository, 'package.json'), 'utf8'),
  );
  const { status, stdout, stderr, error } = spawnSync('npx', ['--yes', manifest.packageManager, ...args], {
    cwd: repository,
    encoding: 'utf8',
    maxBuffer: 64 << 20,
    timeout: 120_000,
  });
  if (error !== undefined) throw error;
  return { status, stdout, stderr };
}
