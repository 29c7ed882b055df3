import { cpSync, globSync, mkdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

interface Manifest {
  name: string;
  dependencies?: Record<string, string>;
}

const WORKSPACE_FILES = ['package.json', 'pnpm-lock.yaml', 'pnpm-workspace.yaml'];
const [wanted, target] = process.argv.slice(2);
if (wanted === undefined || target === undefined)
  throw new Error('usage: prune.ts <package directory> <target>');

for (const file of WORKSPACE_FILES) copy(file, 'manifests');
for (const directory of closure(wanted)) {
  copy(join(directory, 'package.json'), 'manifests');
  cpSync(directory, join(target, 'sources', directory), { recursive: true, filter: isRuntimeFile });
}

function copy(file: string, to: string): void {
  const path = join(target ?? '', to, file);
  mkdirSync(dirname(path), { recursive: true });
  cpSync(file, path);
}

/** False for files that only development needs. */
function isRuntimeFile(path: string): boolean {
  const name = basename(path);
  return !/^(node_modules|test|test-.*|.*\.test\.ts|.*\.md|tsconfig\.json)$/.test(name);
}

/** The package and its workspace dependencies, transitively. */
function closure(start: string): string[] {
  const directories = new Map(
    workspacePackages()
      .flatMap((pattern) => globSync(`${pattern}/package.json`))
      .map(dirname)
      .map((directory) => [manifest(directory).name, directory]),
  );
  const found = new Set<string>();
  const visit = (directory: string): void => {
    if (found.has(directory)) return;
    found.add(directory);
    for (const [name, version] of Object.entries(manifest(directory).dependencies ?? {})) {
      if (!version.startsWith('workspace:')) continue;
      const next = directories.get(name);
      if (next === undefined) throw new Error(`${directory} needs ${name}, which is not in the workspace`);
      visit(next);
    }
  };
  visit(start);
  return [...found];
}

/** The patterns under `packages:`, read without a library: nothing is installed yet. */
function workspacePackages(): string[] {
  const list = /^packages:\n((?: +- .+\n)+)/m.exec(readFileSync('pnpm-workspace.yaml', 'utf8'))?.[1] ?? '';
  return [...list.matchAll(/- (\S+)/g)].map(([, pattern]) => pattern ?? '');
}

function manifest(directory: string): Manifest {
  return JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8'));
}
