import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { NODE_FLAGS, SERVICES } from '@lodging/deploy-shared';
import type { ServiceName } from '@lodging/deploy-shared';
import { compileCache, repository } from './home.ts';

/** What is compiled under other flags, or by another version, is compiled anew; so is each file that changed, by itself. */
function markOfThisCheckout(): string {
  const lock = readFileSync(join(repository, 'pnpm-lock.yaml'));
  const about = [process.version, ...NODE_FLAGS].join(' ');
  return join(
    compileCache,
    `ahead-${createHash('sha256').update(about).update(lock).digest('hex').slice(0, 16)}`,
  );
}

/** Never rejects: what could not be compiled now is compiled by who needs it. */
export async function compileAhead(): Promise<void> {
  const mark = markOfThisCheckout();
  if (existsSync(mark)) return;
  await Promise.all(SERVICES.map(compile));
  mkdirSync(compileCache, { recursive: true });
  writeFileSync(mark, '');
}

/** Without any settings a service loads all of itself, says what is missing, and ends. */
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
