import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { repository } from './pnpm.ts';
import {
  buildCommand,
  isDigest,
  metadataFile,
  RELEASED_IMAGES,
  releaseComponent,
  signCommand,
} from './release-commands.ts';
import type { Release, ReleasedImage } from './release-commands.ts';

const USAGE = `npm run release -- --registry <registry/path> [--push [--sign [--key <file>]]] [--dry-run]
  [--version <version>] [--platforms linux/amd64,linux/arm64] [--output release]

Builds the images of production for two architectures, with bills of materials and provenance from BuildKit. --push takes them to the
registry, otherwise they stay as OCI archives; --sign signs them with cosign. --dry-run prints every command and runs none.
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

const release: Release = {
  registry: values.registry,
  version: values.version ?? versionOfWorkspace(),
  revision: git('rev-parse', 'HEAD'),
  sourceDate: Number(git('log', '-1', '--format=%ct')),
  platforms: values.platforms.split(','),
  builder: pipelineRun(),
  directory: relative(repository, resolve(values.output)) || '.',
  isPushed: values.push,
};
if (!isDry) mkdirSync(resolve(release.directory), { recursive: true });

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
  if (values.sign) run(signCommand(release, image, digest, values.key));
  return digest;
}

function digestIn(file: string): string {
  const metadata: Record<string, unknown> = JSON.parse(readFileSync(file, 'utf8'));
  const digest = metadata['containerimage.digest'];
  if (typeof digest !== 'string' || !isDigest(digest)) throw new Error(`${file} names no digest`);
  return digest;
}

function pipelineRun(): string | undefined {
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: name, GITHUB_RUN_ID: id } = process.env;
  return id === undefined ? undefined : `${server}/${name}/actions/runs/${id}`;
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
