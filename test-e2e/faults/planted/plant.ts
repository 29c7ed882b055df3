import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { Edit } from './bugs.ts';

const COPIED = [
  'services',
  'packages',
  'deploy',
  'test-e2e',
  'package.json',
  'pnpm-lock.yaml',
  'pnpm-workspace.yaml',
  'tsconfig.base.json',
  'vitest.config.ts',
];

/** Throws where the text has changed, so that a bug is never planted by halves. */
export function applyEdit(text: string, { file, find, replace }: Edit): string {
  const parts = text.split(find);
  if (parts.length !== 2) throw new Error(`${file} has ${parts.length - 1} times: ${find}`);
  return parts.join(replace);
}

export interface Copy {
  readonly root: string;
  remove(): void;
}

/** The product with the bug, in a directory of its own; its packages are those of the checkout. */
export function plant(repository: string, edits: readonly Edit[]): Copy {
  const root = mkdtempSync(join(tmpdir(), 'lodging-planted-'));
  const remove = (): void => rmSync(root, { recursive: true, force: true });
  try {
    for (const name of COPIED)
      cpSync(join(repository, name), join(root, name), {
        recursive: true,
        verbatimSymlinks: true,
        filter: (source) => !['.turbo', '.lodging'].includes(basename(source)),
      });
    symlinkSync(join(repository, 'node_modules'), join(root, 'node_modules'));
    for (const edit of edits) {
      const file = join(root, edit.file);
      writeFileSync(file, applyEdit(readFileSync(file, 'utf8'), edit));
    }
    return { root, remove };
  } catch (error) {
    remove();
    throw error;
  }
}
