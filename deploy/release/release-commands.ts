import { join } from 'node:path';
import { SERVICES } from '@lodging/deploy-shared';

/** What is built once: for whom, from what, and where it goes. */
export interface Release {
  readonly registry: string;
  readonly version: string;
  /** The commit. */
  readonly revision: string;
  /** Seconds since 1970 of the commit, which all files in the images get. */
  readonly sourceDate: number;
  readonly platforms: readonly string[];
  /** Who builds it, for the provenance: the address of the pipeline's run. Undefined on a person's machine. */
  readonly builder: string | undefined;
  /** Where archives and digests are written. */
  readonly directory: string;
  /** False: the images stay as OCI archives in the directory. */
  readonly isPushed: boolean;
}

export interface ReleasedImage {
  readonly name: string;
  /** Arguments of the Dockerfile that choose it. */
  readonly choice: readonly string[];
}

/** The images of production: the emulators are for development alone. */
export const RELEASED_IMAGES: readonly ReleasedImage[] = [
  ...SERVICES.map((service) => ({
    name: service,
    // The image of the gateway has the pages of the console.
    choice: ['--target', service === 'gateway' ? 'gateway' : 'service', '--build-arg', `SERVICE=${service}`],
  })),
  { name: 'bootstrap', choice: ['--target', 'bootstrap', '--build-arg', 'DIRECTORY=deploy/bootstrap'] },
];

export function metadataFile({ directory }: Release, { name }: ReleasedImage): string {
  return join(directory, `${name}.build.json`);
}

export function buildCommand(release: Release, image: ReleasedImage): string[] {
  const { registry, version, revision, platforms, builder, directory } = release;
  const target = release.isPushed
    ? ['--push']
    : ['--output', `type=oci,dest=${join(directory, `${image.name}.oci.tar`)}`];
  return [
    'docker',
    'buildx',
    'build',
    '--file',
    'deploy/docker/Dockerfile',
    '--platform',
    platforms.join(','),
    ...image.choice,
    '--build-arg',
    `VERSION=${version}`,
    '--build-arg',
    `REVISION=${revision}`,
    '--build-arg',
    `SOURCE_DATE_EPOCH=${release.sourceDate}`,
    // BuildKit lists the packages of the finished image; its provenance has the digests of the bases and each step.
    '--sbom=true',
    `--provenance=mode=max${builder === undefined ? '' : `,builder-id=${builder}`}`,
    // The newest base of its tag, not one that this machine has kept.
    '--pull',
    '--metadata-file',
    metadataFile(release, image),
    '--tag',
    `${registry}/${image.name}:${version}`,
    ...target,
    '.',
  ];
}

/**
 * Signs the image's index by digest, and with it the attestations, which the index lists. Without `key`, by the identity of who
 * runs it, so that there is no key that could be lost.
 */
export function signCommand(release: Release, image: ReleasedImage, digest: string, key?: string): string[] {
  const by = key === undefined ? [] : ['--key', key];
  return ['cosign', 'sign', '--yes', ...by, `${release.registry}/${image.name}@${digest}`];
}

export function isDigest(text: string): boolean {
  return /^sha256:[0-9a-f]{64}$/.test(text);
}

/** The part of overlays/production/release/kustomization.yaml that differs from release to release. */
export function releaseComponent(release: Release, digests: ReadonlyMap<string, string>): string {
  const images = [...digests].map(
    ([name, digest]) =>
      `  - name: lodging/${name}\n    newName: ${release.registry}/${name}\n    digest: ${digest}\n`,
  );
  return [
    `# ${release.version} (${release.revision}), made by \`npm run release\`.\n`,
    'apiVersion: kustomize.config.k8s.io/v1alpha1\nkind: Component\nnamespace: lodging\nimages:\n',
    ...images,
  ].join('');
}
