import { execFile } from 'node:child_process';
import { rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** A small file system of its own, which can be full. */
export interface Volume {
  fill(): void;
  free(): void;
  unmount(): Promise<void>;
}

const run = promisify(execFile);
const CHUNK = 1 << 20;

/** Undefined where this user may not mount: only root on Linux may. */
export async function mountVolume(directory: string, megabytes: number): Promise<Volume | undefined> {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return undefined;
  try {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0711`, 'lodging-faults', directory]);
  } catch {
    return undefined;
  }
  const ballast = join(directory, 'ballast');
  return {
    fill() {
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
    },
    free: () => rmSync(ballast, { force: true }),
    async unmount() {
      await run('umount', ['-l', directory]);
    },
  };
}
