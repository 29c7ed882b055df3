import type { Tx } from '@lodging/kit-postgres';
import { MAX_RATE_AGE } from '../domain/exchange-rate.ts';
import type { PublishedRate } from '../domain/exchange-rate.ts';
import type { ResourceConfig } from '../domain/resource.ts';
import type { Catalog } from '../ports/rules.ts';
import type { CatalogCache } from './catalog-cache.ts';
import { findCatalog, readCatalog } from './catalog-statements.ts';
import type { CatalogRow } from './catalog-statements.ts';
import type { ConfigCache } from './config-cache.ts';
import { findConfigs, readConfig } from './resource-statements.ts';
import type { ConfigRow } from './resource-statements.ts';
import { findRatesBetween } from './search-statements.ts';

export interface Caches {
  readonly configs: ConfigCache;
  readonly catalogs: CatalogCache;
}

/** A resource with the versions that the snapshot has of it and of the rules of its tenant. */
export interface VersionedId {
  readonly id: string;
  readonly version: bigint;
  readonly catalog: bigint;
}

/** From the caches where the versions are those of the snapshot, else read in it. */
export async function findConfigurations(
  tx: Tx,
  tenantId: string,
  candidates: readonly VersionedId[],
  { configs, catalogs }: Caches,
): Promise<{ resources: ReadonlyMap<string, ResourceConfig> } & Pick<Catalog, 'taxRules' | 'policies'>> {
  const resources = new Map<string, ResourceConfig>();
  const missing: string[] = [];
  for (const { id, version } of candidates) {
    const cached = configs.get(tenantId, id);
    if (cached?.version === version) resources.set(id, cached.config);
    else missing.push(id);
  }
  const cachedCatalog = catalogs.get(tenantId);
  const isCurrent = candidates.length === 0 || cachedCatalog?.version === candidates[0]?.catalog;
  const [rows, catalogRows] = await Promise.all([
    missing.length === 0 ? [] : tx.query<ConfigRow>(findConfigs({ tenantId, resourceIds: missing })),
    isCurrent ? [] : tx.query<CatalogRow>(findCatalog({ tenantId })),
  ]);
  for (const row of rows) {
    const versioned = readConfig(row);
    configs.set(tenantId, versioned);
    resources.set(versioned.config.id, versioned.config);
  }
  const [catalogRow] = catalogRows;
  const catalog = catalogRow === undefined ? cachedCatalog : readCatalog(catalogRow);
  if (catalogRow !== undefined && catalog !== undefined) catalogs.set(tenantId, catalog);
  return { resources, taxRules: catalog?.taxRules ?? [], policies: catalog?.policies ?? new Map() };
}

/** The exchange rates that a display currency needs. */
export async function findRatesTo(
  tx: Tx,
  tenantId: string,
  { displayCurrency: currency, now }: { displayCurrency: string | undefined; now: Temporal.Instant },
): Promise<readonly PublishedRate[]> {
  if (currency === undefined) return [];
  const period = { notBefore: now.subtract(MAX_RATE_AGE).toString(), now: now.toString() };
  return tx.query<PublishedRate>(findRatesBetween({ tenantId, currency, ...period }));
}
