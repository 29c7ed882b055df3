import type { Tx } from '@lodging/kit-postgres';
import { MAX_RATE_AGE } from '../../domain/rates/exchange-rate.ts';
import type { PublishedRate } from '../../domain/rates/exchange-rate.ts';
import type { ResourceConfig } from '../../domain/resources/resource.ts';
import type { Catalog } from '../../ports/rules.ts';
import type { CatalogCache } from '../rules/catalog-cache.ts';
import { findCatalog, readCatalog } from '../rules/catalog-statements.ts';
import type { CatalogRow } from '../rules/catalog-statements.ts';
import type { ConfigCache } from '../resources/config-cache.ts';
import { weightOf } from '../resources/config-weight.ts';
import { findConfigs, readConfig } from '../resources/resource-statements.ts';
import type { ConfigRow } from '../resources/resource-statements.ts';
import { findRatesBetween } from './search-statements.ts';

export interface Caches {
  readonly configs: ConfigCache;
  readonly catalogs: CatalogCache;
}

/** A resource with the version that its configuration has in the snapshot. */
interface VersionedId {
  readonly id: string;
  readonly version: bigint;
}

interface ReadOptions extends Caches {
  /** The version of the tenant's rules in the snapshot. */
  readonly catalog: bigint;
  /** Of the weight of all configurations. */
  readonly limit: number;
  /** Grows by the weight of those that are in no cache. */
  readonly loaded?: { weight: number };
}

/** Read in one statement: what is sent for them is in memory beside them. */
const CONFIGS_AT_ONCE = 100;

export interface FoundConfigurations extends Pick<Catalog, 'taxRules' | 'policies'> {
  /** Of the first candidates: as many as weigh no more than the limit together, and one at least. */
  readonly resources: ReadonlyMap<string, ResourceConfig>;
  /** Of those found, and of the first one that was too much. */
  readonly weight: number;
}

/** From the caches where the versions are those of the snapshot, else read in it. */
export async function findConfigurations(
  tx: Tx,
  tenantId: string,
  candidates: readonly VersionedId[],
  { configs, catalogs, catalog: version, limit, loaded = { weight: 0 } }: ReadOptions,
): Promise<FoundConfigurations> {
  const [found, rules] = await Promise.all([
    findResources(tx, tenantId, candidates, { configs, limit, loaded }),
    candidates.length === 0 ? rulesOf(undefined) : findRules(tx, tenantId, { catalogs, catalog: version }),
  ]);
  return { ...firstOf(candidates, found, limit), ...rules };
}

type Rules = Pick<Catalog, 'taxRules' | 'policies'>;

/** From the cache where its version is that of the snapshot, else read in it. */
export async function findRules(
  tx: Tx,
  tenantId: string,
  { catalogs, catalog: version }: Pick<ReadOptions, 'catalogs' | 'catalog'>,
): Promise<Rules> {
  const cached = catalogs.get(tenantId);
  if (cached?.version === version) return rulesOf(cached);
  const [row] = await tx.query<CatalogRow>(findCatalog({ tenantId }));
  if (row === undefined) return rulesOf(cached);
  const catalog = readCatalog(row);
  catalogs.set(tenantId, catalog);
  return rulesOf(catalog);
}

function rulesOf(catalog: Catalog | undefined): Rules {
  return { taxRules: catalog?.taxRules ?? [], policies: catalog?.policies ?? new Map() };
}

async function findResources(
  tx: Tx,
  tenantId: string,
  candidates: readonly VersionedId[],
  { configs, limit, loaded }: Pick<Required<ReadOptions>, 'configs' | 'limit' | 'loaded'>,
): Promise<Map<string, ResourceConfig>> {
  const resources = new Map<string, ResourceConfig>();
  const missing: string[] = [];
  for (const { id, version } of candidates) {
    const cached = configs.get(tenantId, id);
    if (cached?.version === version) resources.set(id, cached.config);
    else missing.push(id);
  }
  let left = limit;
  for (let from = 0; from < missing.length; from += CONFIGS_AT_ONCE) {
    const resourceIds = missing.slice(from, from + CONFIGS_AT_ONCE);
    const always = from === 0 && resourceIds[0] === candidates[0]?.id;
    const rows = await tx.query<ConfigRow>(findConfigs({ tenantId, resourceIds, most: left, always }));
    for (const row of rows) {
      const versioned = readConfig(row);
      configs.set(tenantId, versioned);
      resources.set(versioned.config.id, versioned.config);
      const weight = weightOf(versioned.config);
      left -= weight;
      loaded.weight += weight;
    }
    if (rows.length < resourceIds.length) break;
  }
  return resources;
}

/** The same ones whatever was cached. */
function firstOf(
  candidates: readonly VersionedId[],
  found: ReadonlyMap<string, ResourceConfig>,
  limit: number,
) {
  let [count, weight] = [0, 0];
  for (const { id } of candidates) {
    const config = found.get(id);
    weight += config === undefined ? limit : weightOf(config);
    if (config === undefined || (weight > limit && count > 0)) break;
    count += 1;
  }
  if (count === candidates.length) return { resources: found, weight };
  const first = new Set(candidates.slice(0, count).map(({ id }) => id));
  return { resources: new Map([...found].filter(([id]) => first.has(id))), weight };
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
