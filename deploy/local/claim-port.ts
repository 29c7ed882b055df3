import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isAlive } from '@lodging/kit-testing/servers';

/** A directory per user, because it is writable by its owner only. */
export const claims = join(tmpdir(), `lodging-ports-${process.getuid?.() ?? 0}`);
const mine = new Set<string>();

/** True when the port is reserved for this process until it ends. */
export function claimPort(port: number): boolean {
  const file = join(claims, String(port));
  mkdirSync(claims, { recursive: true, mode: 0o700 });
  for (let attempt = 0; attempt < 2; attempt += 1) {
    try {
      writeFileSync(file, String(process.pid), { flag: 'wx' });
      mine.add(file);
      return true;
    } catch {
      if (isAlive(ownerOf(file))) return false;
      rmSync(file, { force: true });
    }
  }
  return false;
}

export function releasePorts(): void {
  for (const file of mine) rmSync(file, { force: true });
  mine.clear();
}

function ownerOf(file: string): number {
  try {
    return Number(readFileSync(file, 'utf8'));
  } catch {
    return 0;
  }
}
