import { execFile } from 'node:child_process';
import { readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { isAlive } from '@lodging/kit-testing/servers';

/** A small file system of its own, which can be full. */
export interface Volume {
  fill(): void;
  free(): void;
  unmount(): Promise<void>;
}

const run = promisify(execFile);
const CHUNK = 1 << 20;
/** The name of a mount ends with the process that made it. */
const NAME = 'lodging-faults-';

/** Undefined where this user may not mount: only root on Linux may. */
export async function mountVolume(directory: string, megabytes: number): Promise<Volume | undefined> {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return undefined;
  await unmountAbandoned();
  const options = `size=${megabytes}m,mode=0711`;
  try {
    await run('mount', ['-t', 'tmpfs', '-o', options, `${NAME}${process.pid}`, directory]);
  } catch {
    return undefined;
  }
  const ballast = join(directory, 'ballast');
  return {
    fill: () => fill(directory, ballast),
    free: () => rmSync(ballast, { force: true }),
    unmount: () => unmount(directory),
  };
}

function fill(directory: string, ballast: string): void {
  const { bavail, bsize } = statfsSync(directory);
  const chunk = Buffer.alloc(CHUNK);
  const chunks = Math.floor((bavail * bsize) / CHUNK);
  for (let count = 0; count < chunks; count += 1) writeFileSync(ballast, chunk, { flag: 'a' });
  // The last pages too.
  try {
    for (;;) writeFileSync(ballast, chunk.subarray(0, 4096), { flag: 'a' });
  } catch {
    return;
  }
}

/** Of runs that were killed. */
async function unmountAbandoned(): Promise<void> {
  const mounts = readFileSync('/proc/mounts', 'utf8').split('\n');
  for (const line of mounts) {
    const [name = '', directory = ''] = line.split(' ');
    if (name.startsWith(NAME) && !isAlive(Number(name.slice(NAME.length)))) await unmount(directory);
  }
}

async function unmount(directory: string): Promise<void> {
  await run('umount', ['-l', directory]);
}
