import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { buildProgram } from './build-program.ts';
import { repository } from './pnpm.ts';

/** In an order in which each comes after those that it depends on. */
export const NPM_PACKAGES = ['client', 'widget', 'emulators', 'mcp'] as const;
export type NpmPackage = (typeof NPM_PACKAGES)[number];

/** Where a package comes from: provenance is refused where it names another repository. */
export interface Origin {
  /** The page of the repository, such as `https://host/owner/name`. */
  readonly page: string;
  readonly tag: string;
}

export interface BuiltPackage {
  readonly name: string;
  readonly version: string;
  readonly directory: string;
}

interface Manifest {
  readonly name: string;
  readonly version: string;
}

const OWN_BUILD: Readonly<Partial<Record<NpmPackage, string>>> = {
  client: 'packages/client/build.ts',
  widget: 'packages/widget/package/build.ts',
};

/** Writes the package as it is published to the directory. Throws where the tag is of another version. */
export function buildNpmPackage(name: NpmPackage, directory: string, origin?: Origin): BuiltPackage {
  const own = manifestIn(join(repository, 'packages', name));
  if (origin !== undefined && origin.tag !== `v${own.version}`)
    throw new Error(`${own.name} has version ${own.version}; the tag is ${origin.tag}`);
  rmSync(directory, { recursive: true, force: true });
  const build = OWN_BUILD[name];
  if (build === undefined) buildProgram(name, directory);
  else execFileSync(process.execPath, [join(repository, build), directory], { stdio: 'inherit' });
  if (origin !== undefined) addAddresses(name, directory, origin);
  return { name: own.name, version: own.version, directory };
}

function addAddresses(name: NpmPackage, target: string, { page, tag }: Origin): void {
  const directory = `packages/${name}`;
  const addressed = {
    ...manifestIn(target),
    repository: { type: 'git', url: `git+${page}.git`, directory },
    homepage: `${page}/tree/${tag}/${directory}#readme`,
    bugs: { url: `${page}/issues` },
  };
  writeFileSync(join(target, 'package.json'), `${JSON.stringify(addressed, null, 2)}\n`);
}

/** A run of npm; its standard output where it succeeded. */
export type Npm = (...args: string[]) => string | undefined;

/**
 * With provenance, one after another; a failure ends it. Versions that the registry has are left out, so that a run that
 * is repeated goes on where the first one failed. Returns the names of what was published.
 */
export function publishPackages(built: readonly BuiltPackage[], npm: Npm): string[] {
  const missing = built.filter(({ name, version }) => !npm('view', `${name}@${version}`, 'version')?.trim());
  for (const { name, directory } of missing)
    if (npm('publish', '--provenance', directory) === undefined) throw new Error(`${name} was not published`);
  return missing.map(({ name }) => name);
}

function manifestIn(directory: string): Manifest {
  return JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8')) as Manifest;
}
