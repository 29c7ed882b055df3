import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { z } from 'zod';
import type { Encoding } from './choose-encoding.ts';

/** A component is one file. */
export const FILES = ['lodging-booking.js', 'lodging-manage.js'] as const;
type WidgetFile = (typeof FILES)[number];
const VERSION = /^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$/;

/** The hashes of the files of one version. */
const integrity = z.object({ 'lodging-booking.js': z.string(), 'lodging-manage.js': z.string() });
const widgetManifest = z.object({ version: z.string(), integrity });
export type WidgetManifest = z.infer<typeof widgetManifest>;

export interface Representation {
  readonly body: Buffer;
  readonly etag: string;
}

export type Representations = Readonly<Record<Encoding, Representation>>;

export interface WidgetFiles {
  /** Of the newest version, which pages should embed. */
  readonly manifest: WidgetManifest;
  readonly versions: ReadonlyMap<string, ReadonlyMap<WidgetFile, Representations>>;
}

/**
 * Reads what `packages/widget/build.ts` has written, of one version or several. A file that browsers would refuse stops the
 * start: the processes of the version before go on.
 */
export function readWidgetFiles(directory: string): WidgetFiles {
  const manifest = widgetManifest.parse(JSON.parse(readFileSync(join(directory, 'manifest.json'), 'utf8')));
  const names = readdirSync(directory).filter((name) => VERSION.test(name));
  const versions = new Map(names.map((name) => [name, readVersion(join(directory, name))]));
  for (const file of FILES) {
    const newest = versions.get(manifest.version)?.get(file);
    if (newest === undefined) throw new Error(`${directory} lacks ${file} of version ${manifest.version}`);
    if (integrityOf(newest.identity.body) !== manifest.integrity[file])
      throw new Error(`${file} of version ${manifest.version} in ${directory} is not that of manifest.json`);
  }
  return { manifest, versions };
}

function readVersion(directory: string): Map<WidgetFile, Representations> {
  const files = FILES.filter((file) => existsSync(join(directory, file)));
  return new Map(files.map((file) => [file, readFile(join(directory, file))]));
}

function readFile(path: string): Representations {
  const [identity, br, gzip] = [path, `${path}.br`, `${path}.gz`].map((name) => readFileSync(name)) as [
    Buffer,
    Buffer,
    Buffer,
  ];
  // Browsers check the decoded bytes.
  if (!brotliDecompressSync(br).equals(identity) || !gunzipSync(gzip).equals(identity))
    throw new Error(`the compressed files beside ${path} have other content`);
  const tag = createHash('sha256').update(identity).digest('base64url').slice(0, 22);
  return {
    identity: { body: identity, etag: `"${tag}"` },
    br: { body: br, etag: `"${tag}-br"` },
    gzip: { body: gzip, etag: `"${tag}-gzip"` },
  };
}

/** As the attribute `integrity` of a script has it. */
function integrityOf(body: Buffer): string {
  return `sha384-${createHash('sha384').update(body).digest('base64')}`;
}
