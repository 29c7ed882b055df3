/** Releases are compatible from here on: copies of earlier ones are refused. */
const FIRST = [1, 0, 0] as const;

/** The highest version among tags such as `v1.2.3`; undefined without one. Others, and versions before 1.0.0, do not count. */
export function newestRelease(tags: readonly string[]): string | undefined {
  return tags
    .flatMap((tag) => versionOf(tag) ?? [])
    .filter(({ version }) => compare(version, FIRST) >= 0)
    .toSorted((one, other) => compare(other.version, one.version))
    .at(0)?.tag;
}

type Version = readonly [major: number, minor: number, patch: number];

function versionOf(tag: string): { readonly tag: string; readonly version: Version } | undefined {
  const [, major, minor, patch] = /^v(\d+)\.(\d+)\.(\d+)$/.exec(tag) ?? [];
  return major === undefined ? undefined : { tag, version: [Number(major), Number(minor), Number(patch)] };
}

function compare(one: Version, other: Version): number {
  return one[0] - other[0] || one[1] - other[1] || one[2] - other[2];
}
