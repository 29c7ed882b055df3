import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repository } from './pnpm.ts';

/** An image that another one is built on, as the Dockerfile names it. */
export interface BaseImage {
  /** The argument of the Dockerfile. */
  readonly argument: string;
  readonly image: string;
}

export interface PinnedImage extends BaseImage {
  /** `sha256:…` of its index, so that every platform is meant. */
  readonly digest: string;
}

const DOCKERFILE = join(repository, 'deploy', 'docker', 'Dockerfile');

export function baseImages(): BaseImage[] {
  const text = readFileSync(DOCKERFILE, 'utf8');
  return [...text.matchAll(/^ARG (\w+_IMAGE)=(\S+)$/gm)].map(([, argument = '', image = '']) => ({
    argument,
    image,
  }));
}

export function digestCommand(image: string): string[] {
  return ['docker', 'buildx', 'imagetools', 'inspect', image, '--format', '{{.Manifest.Digest}}'];
}

/** Asks the registry. */
export function pin(base: BaseImage): PinnedImage {
  const [command = '', ...args] = digestCommand(base.image);
  const { stdout, stderr, status } = spawnSync(command, args, { encoding: 'utf8', timeout: 60_000 });
  const digest = String(stdout).trim();
  if (status !== 0 || !isDigest(digest))
    throw new Error(`The digest of ${base.image} is not known: ${String(stderr || stdout).trim()}`);
  return { ...base, digest };
}

export function isDigest(text: string): boolean {
  return /^sha256:[0-9a-f]{64}$/.test(text);
}
