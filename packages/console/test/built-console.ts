import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';

const PACKAGE = join(import.meta.dirname, '..');
const CACHE = join(PACKAGE, 'node_modules/.cache/console');
const SOURCES = ['src/**/*.{ts,tsx,css}', '*.{ts,html,json}', '../client/src/**/*.ts', '../format/src/*.ts'];

/** The directory of the console, built once for all files of tests, and again after a change of its sources. */
export function builtConsole(): string {
  const directory = join(CACHE, hashOfSources());
  if (existsSync(directory)) return directory;
  const work = `${directory}-${process.pid}`;
  mkdirSync(CACHE, { recursive: true });
  // In a process of its own: the tools of the tests have set up this one for themselves.
  const env = { ...process.env, NODE_ENV: 'production', VITEST: undefined };
  execFileSync(process.execPath, [join(PACKAGE, 'build.ts'), work], { env, stdio: 'inherit' });
  try {
    renameSync(work, directory);
    for (const old of readdirSync(CACHE))
      if (!old.includes('-') && !directory.endsWith(old))
        rmSync(join(CACHE, old), { recursive: true, force: true });
  } catch {
    // Another file of tests was first.
    rmSync(work, { recursive: true, force: true });
  }
  return directory;
}

function hashOfSources(): string {
  const hash = createHash('sha256');
  for (const path of SOURCES.flatMap((pattern) => globSync(pattern, { cwd: PACKAGE })).toSorted())
    hash.update(path).update(readFileSync(join(PACKAGE, path)));
  return hash.digest('hex').slice(0, 16);
}
