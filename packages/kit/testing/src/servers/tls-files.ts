import { chownSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { User } from './unprivileged-user.ts';

/** A certificate and its private key, in PEM. */
export interface ServerTls {
  readonly cert: string;
  readonly key: string;
}

/** Writes both into the directory; the user, who runs the server, may read them. */
export function writeTlsFiles(
  directory: string,
  { cert, key }: ServerTls,
  user?: User,
): { certFile: string; keyFile: string } {
  mkdirSync(directory, { recursive: true });
  const files = { certFile: join(directory, 'server.crt'), keyFile: join(directory, 'server.key') };
  writeFileSync(files.certFile, cert);
  writeFileSync(files.keyFile, key, { mode: 0o600 });
  if (user !== undefined) for (const file of Object.values(files)) chownSync(file, user.uid, user.gid);
  return files;
}
