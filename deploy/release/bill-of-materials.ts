import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { SERVICES } from '@lodging/deploy-shared';
import type { ServiceName } from '@lodging/deploy-shared';
import { runPnpm } from './pnpm.ts';

const component = z.object({
  name: z.string(),
  version: z.string(),
  group: z.string().optional(),
  licenses: z
    .array(z.object({ license: z.object({ id: z.string() }).optional(), expression: z.string().optional() }))
    .optional(),
  externalReferences: z
    .array(z.object({ type: z.string(), hashes: z.array(z.object({ alg: z.string() })).optional() }))
    .optional(),
});
const document = z.object({
  bomFormat: z.literal('CycloneDX'),
  metadata: z.object({ component: z.object({ name: z.string() }) }),
  components: z.array(component),
});

export type Component = z.output<typeof component>;

export interface BillOfMaterials {
  readonly service: ServiceName;
  readonly file: string;
  /** All packages in the image of the service, the product's own included. */
  readonly components: readonly Component[];
}

/** Writes `lodging-<service>.cdx.json` (CycloneDX 1.6) for each service into the directory. From the lockfile alone. */
export function writeBillsOfMaterials(directory: string): BillOfMaterials[] {
  const format = ['--sbom-format', 'cyclonedx', '--sbom-spec-version', '1.6', '--sbom-type', 'application'];
  const scope = ['--prod', '--split', '--out', join(directory, '%s.cdx.json')];
  const written = runPnpm(['--filter', './services/*', 'sbom', ...format, ...scope]);
  if (written.status !== 0) throw new Error(`pnpm sbom failed: ${written.stderr}${written.stdout}`);
  return SERVICES.map((service) => {
    const file = join(directory, `lodging-${service}.cdx.json`);
    return { service, file, components: document.parse(JSON.parse(readFileSync(file, 'utf8'))).components };
  });
}

export function isOwn({ group }: Component): boolean {
  return group === '@lodging';
}

/** SPDX identifiers or expressions. */
export function licensesOf({ licenses = [] }: Component): string[] {
  return licenses.flatMap(({ license, expression }) => license?.id ?? expression ?? []);
}

export function hasDigest({ externalReferences = [] }: Component): boolean {
  return externalReferences.some(
    ({ type, hashes = [] }) => type === 'distribution' && hashes.some(({ alg }) => alg === 'SHA-512'),
  );
}
