import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { NODE_FLAGS, SERVICES } from '@lodging/deploy-shared';
import type { ServiceName } from '@lodging/deploy-shared';
import { compileCache, repository } from './home.ts';

/** The cache is valid for these flags, this version of Node and this lockfile; changed files are compiled again by Node. */
function cacheMarker(): string {
  const lock = readFileSync(join(repository, 'pnpm-lock.yaml'));
  const key = [process.version, ...NODE_FLAGS].join(' ');
  return join(
    compileCache,
    `ahead-${createHash('sha256').update(key).update(lock).digest('hex').slice(0, 16)}`,
  );
}

/** Never rejects: files that could not be compiled are compiled when they are loaded. */
export async function compileAhead(): Promise<void> {
  const marker = cacheMarker();
  if (existsSync(marker)) return;
  await Promise.all(SERVICES.map(compile));
  mkdirSync(compileCache, { recursive: true });
  writeFileSync(marker, '');
}

/** Without settings a service loads all its modules and then ends with an error. */
function compile(service: ServiceName): Promise<void> {
  const cwd = join(repository, 'services', service);
  const program = spawn(process.execPath, [...NODE_FLAGS, join(cwd, 'src', 'main.ts')], {
    cwd,
    env: { NODE_COMPILE_CACHE: compileCache },
    stdio: 'ignore',
    timeout: 60_000,
  });
  return new Promise((resolve) => {
    program.once('error', () => resolve());
    program.once('exit', () => resolve());
  });
}
