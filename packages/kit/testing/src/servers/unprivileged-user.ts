import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, chownSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

export interface User {
  uid: number;
  gid: number;
}

/** Undefined when this process is not root: Postgres then runs as the same user. */
export function unprivilegedUser(): User | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const entries = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const entry = entries.find(([name]) => name === 'postgres') ?? entries.find(([name]) => name === 'nobody');
  if (entry === undefined) return { uid: 65534, gid: 65534 };
  return { uid: Number(entry[2]), gid: Number(entry[3]) };
}

/**
 * A directory that the user owns and can read: the given one, unless a parent is closed to the user (a checkout under
 * /root); then one under /var/tmp that belongs to the given path.
 */
export function directoryFor(user: User | undefined, wanted: string): string {
  mkdirSync(wanted, { recursive: true, mode: 0o755 });
  if (user === undefined) return wanted;
  if (isReachable(user, wanted)) return own(user, wanted);
  const key = createHash('sha256').update(wanted).digest('hex').slice(0, 16);
  const elsewhere = join('/var/tmp', `lodging-${key}`);
  mkdirSync(elsewhere, { recursive: true, mode: 0o700 });
  const { uid } = statSync(elsewhere);
  if (uid !== 0 && uid !== user.uid) throw new Error(`${elsewhere} belongs to another user; remove it first`);
  return own(user, elsewhere);
}

function own(user: User, directory: string): string {
  chownSync(directory, user.uid, user.gid);
  chmodSync(directory, 0o700);
  return directory;
}

function isReachable(user: User, directory: string): boolean {
  const look = spawnSync('/bin/sh', ['-c', 'cd "$1"', 'sh', directory], {
    ...user,
    cwd: '/',
    stdio: 'ignore',
  });
  if (look.status === 0) return true;
  // From an earlier start: closed to other users, but its parents may be open.
  const parent = spawnSync('/bin/sh', ['-c', 'cd "$1"', 'sh', join(directory, '..')], {
    ...user,
    cwd: '/',
    stdio: 'ignore',
  });
  return parent.status === 0;
}
