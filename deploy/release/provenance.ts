import { isDigest } from './base-images.ts';
import type { Release, ReleasedImage } from './release-commands.ts';

export interface Run {
  /** Who built it: the workflow's address, or a person's machine. */
  readonly builder: string;
  readonly invocation: string;
  readonly startedOn: string;
  readonly finishedOn: string;
  /** Where the source is, as `git+https://…`. */
  readonly source: string;
  readonly lockfileSha256: string;
}

interface Resource {
  readonly uri: string;
  readonly digest: Readonly<Record<string, string>>;
}

export interface Statement {
  readonly _type: 'https://in-toto.io/Statement/v1';
  readonly subject: readonly { readonly name: string; readonly digest: Readonly<Record<string, string>> }[];
  readonly predicateType: 'https://slsa.dev/provenance/v1';
  readonly predicate: {
    readonly buildDefinition: {
      readonly buildType: string;
      readonly externalParameters: Readonly<Record<string, unknown>>;
      readonly resolvedDependencies: readonly Resource[];
    };
    readonly runDetails: {
      readonly builder: { readonly id: string };
      readonly metadata: Readonly<Record<'invocationId' | 'startedOn' | 'finishedOn', string>>;
    };
  };
}

/** The steps of this directory: docker buildx with deploy/docker/Dockerfile. */
const BUILD_TYPE = 'urn:lodging:release:1';

/** SLSA 1.0: what the image was made of, and by whom. */
export function provenanceOf(release: Release, image: ReleasedImage, digest: string, run: Run): Statement {
  if (!isDigest(digest)) throw new Error(`${digest} of ${image.name} is no digest`);
  const bases = release.bases.map(({ image: name, digest: of }) => ({
    uri: `docker://${name}`,
    digest: { sha256: hexOf(of) },
  }));
  return {
    _type: 'https://in-toto.io/Statement/v1',
    subject: [{ name: `${release.registry}/${image.name}`, digest: { sha256: hexOf(digest) } }],
    predicateType: 'https://slsa.dev/provenance/v1',
    predicate: {
      buildDefinition: {
        buildType: BUILD_TYPE,
        externalParameters: {
          image: image.name,
          version: release.version,
          platforms: release.platforms,
          choice: image.choice,
        },
        resolvedDependencies: [
          { uri: `${run.source}@${release.revision}`, digest: { gitCommit: release.revision } },
          { uri: 'file:pnpm-lock.yaml', digest: { sha256: run.lockfileSha256 } },
          ...bases,
        ],
      },
      runDetails: {
        builder: { id: run.builder },
        metadata: {
          invocationId: run.invocation,
          startedOn: run.startedOn,
          finishedOn: run.finishedOn,
        },
      },
    },
  };
}

function hexOf(digest: string): string {
  return digest.replace('sha256:', '');
}
