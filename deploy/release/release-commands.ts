import { join } from 'node:path';
import { SERVICES } from '@lodging/deploy-shared';
import type { PinnedImage } from './base-images.ts';

/** What is built once: for whom, from what, and where it goes. */
export interface Release {
  readonly registry: string;
  readonly version: string;
  /** The commit. */
  readonly revision: string;
  /** Seconds since 1970 of the commit, which all files in the images get. */
  readonly sourceDate: number;
  readonly platforms: readonly string[];
  readonly bases: readonly PinnedImage[];
  /** Where archives, bills of materials and statements are written. */
  readonly directory: string;
  /** False: the images stay as OCI archives in the directory. */
  readonly isPushed: boolean;
}

export interface ReleasedImage {
  readonly name: string;
  /** Arguments of the Dockerfile that choose it. */
  readonly choice: readonly string[];
  /** The file in the directory; only services have one. */
  readonly billOfMaterials: string | null;
}

/** The images of production: the emulators are for development alone. */
export const RELEASED_IMAGES: readonly ReleasedImage[] = [
  ...SERVICES.map((service) => ({
    name: service,
    choice: ['--build-arg', `SERVICE=${service}`],
    billOfMaterials: `lodging-${service}.cdx.json`,
  })),
  {
    name: 'bootstrap',
    choice: ['--target', 'bootstrap', '--build-arg', 'DIRECTORY=deploy/bootstrap'],
    billOfMaterials: null,
  },
];

export function metadataFile({ directory }: Release, { name }: ReleasedImage): string {
  return join(directory, `${name}.build.json`);
}

export function buildCommand(release: Release, image: ReleasedImage): string[] {
  const { registry, version, revision, platforms, bases, directory } = release;
  const base = bases.flatMap(({ argument, image: name, digest }) => [
    '--build-arg',
    `${argument}=${name}@${digest}`,
  ]);
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
    ...base,
    '--build-arg',
    `VERSION=${version}`,
    '--build-arg',
    `REVISION=${revision}`,
    '--build-arg',
    `SOURCE_DATE_EPOCH=${release.sourceDate}`,
    // What BuildKit itself saw: the packages of the system too, and each of its steps.
    '--attest',
    'type=sbom',
    '--attest',
    'type=provenance,mode=max',
    '--metadata-file',
    metadataFile(release, image),
    '--tag',
    `${registry}/${image.name}:${version}`,
    ...target,
    '.',
  ];
}

/** `key` absent: by the identity of who runs it, without a key that could be lost. */
export function signCommands(
  release: Release,
  image: ReleasedImage,
  digest: string,
  key?: string,
): string[][] {
  const reference = `${release.registry}/${image.name}@${digest}`;
  const by = ['--yes', ...(key === undefined ? [] : ['--key', key])];
  const attest = (type: string, file: string): string[] => [
    'cosign',
    'attest',
    ...by,
    '--type',
    type,
    '--predicate',
    join(release.directory, file),
    reference,
  ];
  return [
    ['cosign', 'sign', ...by, reference],
    attest('slsaprovenance1', `${image.name}.provenance.json`),
    ...(image.billOfMaterials === null ? [] : [attest('cyclonedx', image.billOfMaterials)]),
  ];
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
