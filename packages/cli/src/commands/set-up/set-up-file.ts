import { readFile } from 'node:fs/promises';
import { usage } from '../../failure.ts';

export type Fields = Readonly<Record<string, unknown>>;

/**
 * The entries of a member of a set-up file. One file may have the members of several commands; a file that is a list has
 * the entries of one. Each entry has the text `name`; the API validates the rest and names an invalid field.
 */
export async function readEntries<Name extends string>(
  path: string,
  member: string,
  name: Name,
): Promise<(Fields & Readonly<Record<Name, string>>)[]> {
  try {
    const read: unknown = JSON.parse(await readFile(path, 'utf8'));
    const entries: unknown = Array.isArray(read) ? read : Object(read)[member];
    if (!Array.isArray(entries)) throw new Error(`there is no list ${member}`);
    return entries.map((entry: unknown, index) => {
      const fields: Fields = Object(entry);
      const text = fields[name];
      if (typeof text !== 'string') throw new Error(`the entry ${index + 1} of ${member} has no ${name}`);
      return { ...fields, [name]: text } as Fields & Readonly<Record<Name, string>>;
    });
  } catch (error) {
    throw usage(`${path} is invalid: ${error instanceof Error ? error.message : String(error)}`);
  }
}
