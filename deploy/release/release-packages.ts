import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { buildNpmPackage, NPM_PACKAGES, publishPackages } from './npm-packages.ts';

const USAGE = `npm run release:packages -- [--output release/dist] [--page https://host/owner/name --tag v1.2.3 [--publish]]

Builds the packages ${NPM_PACKAGES.join(', ')} as they are published. --page and --tag name the repository in them, as
provenance needs; --publish takes them to the registry, with provenance, but for versions that it has.
`;

const { values } = parseArgs({
  options: {
    output: { type: 'string', default: 'release/dist' },
    page: { type: 'string' },
    tag: { type: 'string' },
    publish: { type: 'boolean', default: false },
  },
});
const { page, tag } = values;
const origin = page === undefined || tag === undefined ? undefined : { page, tag };
if ((page === undefined) !== (tag === undefined) || (values.publish && origin === undefined)) {
  process.stderr.write(USAGE);
  process.exit(2);
}

// All of them before the first is published.
const built = NPM_PACKAGES.map((name) => buildNpmPackage(name, resolve(values.output, name), origin));
const published = values.publish ? publishPackages(built, npm) : [];
for (const { name, version, directory } of built)
  process.stdout.write(
    `${name} ${version} ${published.includes(name) ? 'was published' : `is in ${directory}`}.\n`,
  );

function npm(...args: string[]): string | undefined {
  const { status, stdout } = spawnSync('npm', args, {
    stdio: ['ignore', 'pipe', 'inherit'],
    encoding: 'utf8',
  });
  return status === 0 ? stdout : undefined;
}
