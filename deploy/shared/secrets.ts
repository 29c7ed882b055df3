import { randomBytes } from 'node:crypto';
import { readJson, writeJson } from './json-file.ts';

/** The stored secret of a name; generated and stored at its first use. */
export type Secrets = (name: string, prefix?: string) => string;

export function openSecrets(file: string): Secrets {
  const secrets = new Map<string, string>();
  const stored = readJson(file);
  if (typeof stored === 'object' && stored !== null) {
    for (const [name, value] of Object.entries(stored))
      if (typeof value === 'string') secrets.set(name, value);
  }
  return (name, prefix = '') => {
    const known = secrets.get(name);
    if (known !== undefined) return known;
    const generated = `${prefix}${randomBytes(24).toString('hex')}`;
    secrets.set(name, generated);
    writeJson(file, Object.fromEntries(secrets));
    return generated;
  };
}
