import type { Database, ReadStatement } from '@lodging/kit-postgres';
import type { ResourceConfig } from '../domain/resource.ts';
import type { ConfigCache } from './config-cache.ts';
import { findConfig, readConfig } from './resource-statements.ts';
import type { ConfigRow } from './resource-statements.ts';

/** Each attempt fails only if the configuration changes within one round trip. */
const MAX_ATTEMPTS = 5;

interface VersionedRead {
  readonly tenantId: string;
  readonly resourceId: string;
  readonly more: readonly ReadStatement[];
  /** Its rows have the `config_version` of the resource; no row means no resource. `cached` is what the cache has. */
  readonly last: (cached: ResourceConfig | undefined) => ReadStatement;
}

interface VersionedRows<Last> {
  readonly resource: ResourceConfig;
  /** The rows of the statements of `more`. */
  readonly more: readonly unknown[][];
  readonly last: readonly [Last, ...Last[]];
}

/**
 * Reads in one round trip what belongs to one configuration of a resource. The last statement returns the version: where it
 * equals the version of the cached configuration, no change was committed before that statement, so the cached one is
 * current whichever process changed it last. Otherwise the configuration is read again.
 */
export async function readVersioned<Last extends { readonly config_version: bigint }>(
  db: Database,
  cache: ConfigCache,
  { tenantId, resourceId, more, last }: VersionedRead,
): Promise<VersionedRows<Last> | undefined> {
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    const cached = cache.get(tenantId, resourceId);
    const first = cached === undefined ? [findConfig({ tenantId, resourceId })] : [];
    const results = await db.readManyInTenant<unknown>(tenantId, [...first, ...more, last(cached?.config)]);
    const [configRow] = cached === undefined ? ((results.shift() ?? []) as ConfigRow[]) : [];
    const [head, ...tail] = (results.pop() ?? []) as Last[];
    if (head === undefined) {
      cache.delete(tenantId, resourceId);
      return undefined;
    }
    const current = cached ?? (configRow && readConfig(configRow));
    if (current?.version === head.config_version) {
      if (cached === undefined) cache.set(tenantId, current);
      return { resource: current.config, more: results, last: [head, ...tail] };
    }
    cache.delete(tenantId, resourceId);
  }
  throw new Error(
    `the configuration of resource ${resourceId} changed during each of ${MAX_ATTEMPTS} attempts to read it`,
  );
}
