import { randomBytes } from 'node:crypto';
import { readJson, writeJson } from './json-file.ts';

/** The stored secret of a name; generated and stored at its first use. */
export type Secrets = (name: string, prefix?: string) => string;

export function openSecrets(file: string): Secrets {
  const secrets = storedIn(file);
  return (name, prefix = '') => {
    const known = secrets.get(name);
    if (known !== undefined) return known;
    const generated = `${prefix}${randomBytes(24).toString('hex')}`;
    secrets.set(name, generated);
    writeJson(file, Object.fromEntries(secrets));
    return generated;
  };
}

/** Writes other secrets in place of those that are stored. One that is left out is generated again. */
export function changeSecrets(
  file: string,
  change: (secrets: ReadonlyMap<string, string>) => ReadonlyMap<string, string>,
): void {
  writeJson(file, Object.fromEntries(change(storedIn(file))));
}

function storedIn(file: string): Map<string, string> {
  const stored: unknown = readJson(file);
  if (typeof stored !== 'object' || stored === null) return new Map();
  const texts = Object.entries(stored).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  return new Map(texts);
}
