import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { baseImages, digestCommand, isDigest, pin } from './base-images.ts';
import type { PinnedImage } from './base-images.ts';
import { writeBillsOfMaterials } from './bill-of-materials.ts';
import { repository } from './pnpm.ts';
import { provenanceOf } from './provenance.ts';
import type { Run } from './provenance.ts';
import {
  buildCommand,
  metadataFile,
  RELEASED_IMAGES,
  releaseComponent,
  signCommands,
} from './release-commands.ts';
import type { Release, ReleasedImage } from './release-commands.ts';

const USAGE = `npm run release -- --registry <registry/path> [--push [--sign [--key <file>]]] [--dry-run]
  [--version <version>] [--platforms linux/amd64,linux/arm64] [--output release]

Builds the images of production for two architectures, on bases that are pinned by digest, with bills of materials and statements of
provenance. --push takes them to the registry, otherwise they stay as OCI archives; --sign signs them with cosign. --dry-run prints every
command and runs none.
`;

const { values } = parseArgs({
  options: {
    registry: { type: 'string' },
    version: { type: 'string' },
    platforms: { type: 'string', default: 'linux/amd64,linux/arm64' },
    output: { type: 'string', default: 'release' },
    push: { type: 'boolean', default: false },
    sign: { type: 'boolean', default: false },
    key: { type: 'string' },
    'dry-run': { type: 'boolean', default: false },
  },
});
const isDry = values['dry-run'];
if (values.registry === undefined || (values.sign && !values.push)) end(USAGE, 2);
if (values.version !== undefined && !/^\d+\.\d+\.\d+(-[\w.-]+)?$/.test(values.version))
  end(`${values.version} is not a version like 1.2.3.\n`, 2);
if (!isDry && git('status', '--porcelain') !== '')
  end('The work tree has changes: what is built is a commit.\n', 1);

const startedOn = new Date().toISOString();
const release: Release = {
  registry: values.registry,
  version: values.version ?? versionOfWorkspace(),
  revision: git('rev-parse', 'HEAD'),
  sourceDate: Number(git('log', '-1', '--format=%ct')),
  platforms: values.platforms.split(','),
  bases: baseImages().map((base): PinnedImage => {
    if (!isDry) return pin(base);
    print(digestCommand(base.image));
    return { ...base, digest: '<digest>' };
  }),
  directory: relative(repository, resolve(values.output)) || '.',
  isPushed: values.push,
};
if (!isDry) {
  mkdirSync(resolve(release.directory), { recursive: true });
  writeBillsOfMaterials(resolve(release.directory));
} else print(['npm', 'run', 'sbom', '--', release.directory]);

const digests = new Map<string, string>();
for (const image of RELEASED_IMAGES) digests.set(image.name, make(image));
if (!isDry) {
  const file = join(release.directory, 'kustomization.yaml');
  writeFileSync(file, releaseComponent(release, digests));
  process.stdout.write(`Done. ${file} is the new overlays/production/release/kustomization.yaml.\n`);
}

function make(image: ReleasedImage): string {
  run(buildCommand(release, image));
  const digest = isDry ? '<digest>' : digestIn(metadataFile(release, image));
  if (!isDry) {
    const statement = provenanceOf(release, image, digest, thisRun());
    const write = (name: string, content: unknown) =>
      writeFileSync(join(release.directory, `${image.name}.${name}.json`), JSON.stringify(content, null, 2));
    write('intoto', statement);
    // What cosign makes a statement of itself.
    write('provenance', statement.predicate);
  }
  if (values.sign) for (const command of signCommands(release, image, digest, values.key)) run(command);
  return digest;
}

function digestIn(file: string): string {
  const metadata: Record<string, unknown> = JSON.parse(readFileSync(file, 'utf8'));
  const digest = metadata['containerimage.digest'];
  if (typeof digest !== 'string' || !isDigest(digest)) throw new Error(`${file} names no digest`);
  return digest;
}

function thisRun(): Run {
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: name, GITHUB_RUN_ID: id } = process.env;
  const { GITHUB_WORKFLOW_REF: workflow } = process.env;
  const isPipeline = server !== undefined && name !== undefined;
  return {
    builder: isPipeline ? `${server}/${workflow ?? name}` : 'urn:lodging:release:by-hand',
    invocation: isPipeline ? `${server}/${name}/actions/runs/${id}` : `by hand at ${startedOn}`,
    startedOn,
    finishedOn: new Date().toISOString(),
    source: isPipeline ? `git+${server}/${name}` : 'git+file:.',
    lockfileSha256: createHash('sha256')
      .update(readFileSync(join(repository, 'pnpm-lock.yaml')))
      .digest('hex'),
  };
}

function versionOfWorkspace(): string {
  const manifest: { version: string } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8'));
  return manifest.version;
}

function git(...args: string[]): string {
  const { stdout, status } = spawnSync('git', args, { cwd: repository, encoding: 'utf8' });
  return status === 0 ? stdout.trim() : end(`git ${args.join(' ')} failed.\n`, 1);
}

function run(command: string[]): void {
  print(command);
  if (isDry) return;
  const [program = '', ...args] = command;
  const { status, error } = spawnSync(program, args, { cwd: repository, stdio: 'inherit' });
  if (status !== 0) end(`${program} ended with ${error?.message ?? status}.\n`, 1);
}

/** As a shell takes it. */
function print(command: readonly string[]): void {
  const words = command.map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word}'`));
  process.stdout.write(`${words.join(' ')}\n`);
}

function end(message: string, code: number): never {
  process.stderr.write(message);
  process.exit(code);
}
