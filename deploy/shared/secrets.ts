import { randomBytes } from 'node:crypto';
import { readJson, writeJson } from './keep-json.ts';

/** Hands out the kept secret of a name, or makes and keeps a new one. */
export type Secrets = (name: string, prefix?: string) => string;

export function openSecrets(file: string): Secrets {
  const kept = new Map<string, string>();
  const stored = readJson(file);
  if (typeof stored === 'object' && stored !== null) {
    for (const [name, value] of Object.entries(stored)) if (typeof value === 'string') kept.set(name, value);
  }
  return (name, prefix = '') => {
    const known = kept.get(name);
    if (known !== undefined) return known;
    const made = `${prefix}${randomBytes(24).toString('hex')}`;
    kept.set(name, made);
    writeJson(file, Object.fromEntries(kept));
    return made;
  };
}
