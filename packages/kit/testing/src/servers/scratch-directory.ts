import { accessSync, constants, mkdtempSync, readdirSync, rmSync, statfsSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isAlive } from './is-alive.ts';

const IN_MEMORY = '/dev/shm';
/** Several times what the servers of a run write. Half of the memory is the usual size of such a file system. */
const ENOUGH_BYTES = 4 * 2 ** 30;
const HOUR_MS = 3_600_000;

/**
 * For data that need not outlive the machine: in memory where there is plenty, because Postgres makes and drops a database for
 * each test file, which is mostly work of the file system. `name` has lowercase letters and hyphens.
 */
export function scratchDirectory(name: string, memory = IN_MEMORY): string {
  const prefix = `lodging-${name}-`;
  if (!hasSpace(memory)) return mkdtempSync(join(tmpdir(), prefix));
  removeLeftovers(memory, prefix);
  return mkdtempSync(join(memory, `${prefix}${process.pid}-`));
}

function hasSpace(memory: string): boolean {
  try {
    accessSync(memory, constants.W_OK);
    const { bavail, bsize } = statfsSync(memory);
    return bavail * bsize >= ENOUGH_BYTES;
  } catch {
    return false;
  }
}

/** Of runs that were killed: they would keep memory until the machine restarts. A younger one may be of another container. */
function removeLeftovers(memory: string, prefix: string): void {
  for (const entry of readdirSync(memory)) {
    const pid = entry.startsWith(prefix) ? Number(entry.slice(prefix.length).split('-')[0]) : NaN;
    if (!Number.isInteger(pid) || isAlive(pid)) continue;
    const directory = join(memory, entry);
    const age = Date.now() - (statSync(directory, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
    if (age > HOUR_MS) rmSync(directory, { recursive: true, force: true });
  }
}
