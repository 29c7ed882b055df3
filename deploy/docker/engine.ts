import { spawnSync } from 'node:child_process';

/** What keeps containers from being tested here; undefined where nothing does. */
export function missingEngine(): string | undefined {
  const run = (...args: string[]) => spawnSync('docker', args, { encoding: 'utf8', timeout: 20_000 });
  const compose = run('compose', 'version');
  if (compose.error !== undefined) return 'there is no docker command';
  if (compose.status !== 0) return 'the docker command has no compose plugin';
  const info = run('info', '--format', '{{.ServerVersion}}');
  if (info.status === 0) return undefined;
  return `no engine answers (${info.stderr.trim().split('\n').at(-1) ?? 'no reason given'})`;
}

/** Of a run in which nothing was tested; `npm test` counts it neither as passed nor as failed. */
export const NOTHING_TESTED = 2;
