import { chownSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { testCertificate } from './test-certificate.ts';
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

/** Two servers' certificates, for `localhost` and for another name, and for each the file of the authority that signed it. */
export interface TestAuthorities {
  readonly right: ServerTls;
  readonly ofAnotherName: ServerTls;
  readonly rightCa: string;
  readonly otherCa: string;
}

export function writeTestAuthorities(directory: string): TestAuthorities {
  const always = { from: '2020-01-01T00:00:00Z', until: '2120-01-01T00:00:00Z' };
  const right = testCertificate('localhost', always);
  const ofAnotherName = testCertificate('other.example', always);
  const [rightCa, otherCa] = [join(directory, 'right.pem'), join(directory, 'other.pem')];
  writeFileSync(rightCa, right.cert);
  writeFileSync(otherCa, ofAnotherName.cert);
  return { right, ofAnotherName, rightCa, otherCa };
}
