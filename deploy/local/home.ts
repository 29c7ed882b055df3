import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { isAlive } from '@lodging/kit-testing/servers';

export const repository = resolve(import.meta.dirname, '..', '..');

/** Compiled code is shared by all stacks of the checkout: a later start takes less time and memory. */
export const compileCache = join(repository, 'node_modules', '.cache', 'compiled');
/** Of the pages with this name: one directory for each state of their sources. */
export const pagesCache = (name: string): string => join(repository, 'node_modules', '.cache', name);

export interface Home {
  directory: string;
  demoFile: string;
  file(name: string): string;
  /** The existence of the demo file means that the stack is ready. */
  hideDemo(): void;
  release(): void;
}

/** LODGING_HOME selects another directory, so that several stacks can run from one checkout. */
export function homeDirectory(environment: NodeJS.ProcessEnv): string {
  const named = environment['LODGING_HOME'];
  return named === undefined || named === '' ? join(repository, '.lodging') : resolve(named);
}

/** Of the data in the directory; another number is for a release that cannot read what is there. */
const DATA_VERSION = '1';

/**
 * Locks the directory for this process, and removes the demo file of an earlier run. Throws where another process has it, or
 * a version before 1.0.0 has written it.
 */
export function takeHome(directory: string): Home {
  requireReadable(directory);
  mkdirSync(join(directory, 'logs'), { recursive: true });
  // Under root, Postgres runs as another user and must be able to traverse the directory; files have modes of their own.
  if (process.getuid?.() === 0) chmodSync(directory, 0o711);
  const lockFile = join(directory, 'running.pid');
  const demoFile = join(directory, 'demo.json');
  lock(lockFile, directory);
  writeFileSync(join(directory, 'version'), `${DATA_VERSION}\n`);
  rmSync(demoFile, { force: true });
  return {
    directory,
    demoFile,
    file: (name) => join(directory, name),
    hideDemo: () => rmSync(demoFile, { force: true }),
    release: () => rmSync(lockFile, { force: true }),
  };
}

/** The first start writes the secrets, and from 1.0.0 on the version before them. */
function requireReadable(directory: string): void {
  const [version, secrets] = [join(directory, 'version'), join(directory, 'secrets.json')];
  const written = existsSync(version) ? readFileSync(version, 'utf8').trim() : undefined;
  if (written === DATA_VERSION || !existsSync(secrets)) return;
  const writer =
    written === undefined ? 'a version before 1.0.0' : `another version (data version ${written})`;
  throw new Error(
    `The data in ${directory} was written by ${writer}, and this release cannot read or upgrade it. Nothing was changed.\n` +
      `To start from nothing, remove the directory with all of its data (rm -r '${directory}') and start again,\n` +
      'or keep it and set LODGING_HOME to another directory.',
  );
}

function lock(file: string, directory: string): void {
  for (;;) {
    try {
      return writeFileSync(file, `${process.pid}\n`, { flag: 'wx' });
    } catch (error) {
      if (!(error instanceof Error) || !('code' in error) || error.code !== 'EEXIST') throw error;
    }
    const owner = readOwner(file);
    if (owner !== undefined && isStarter(owner)) {
      throw new Error(
        `Lodging is already running here (process ${owner}, data in ${directory}).\n` +
          'Stop it with Ctrl-C where it runs, or set LODGING_HOME to another directory for a second copy.',
      );
    }
    rmSync(file, { force: true });
  }
}

function readOwner(file: string): number | undefined {
  try {
    const pid = Number(readFileSync(file, 'utf8'));
    return Number.isInteger(pid) && pid > 0 && pid !== process.pid ? pid : undefined;
  } catch {
    return undefined;
  }
}

/** After a crash the process id may have been reused by another program. */
function isStarter(pid: number): boolean {
  if (!isAlive(pid)) return false;
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('start.ts');
  } catch {
    return true;
  }
}
