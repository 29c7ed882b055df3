import type { Database, ReadStatement } from '@lodging/kit-postgres';
import { createFairShare } from '@lodging/kit-runtime';
import type { FairShare } from '@lodging/kit-runtime';
import type { ResourceConfig } from '../../domain/resources/resource.ts';
import type { Catalog } from '../../ports/rules.ts';
import type { Reader } from '../../ports/stays.ts';
import type { CatalogCache } from '../rules/catalog-cache.ts';
import { findCatalog, readCatalog } from '../rules/catalog-statements.ts';
import type { CatalogRow } from '../rules/catalog-statements.ts';
import type { ConfigCache } from '../resources/config-cache.ts';
import { findConfig, readConfig } from '../resources/resource-statements.ts';
import type { ConfigRow } from '../resources/resource-statements.ts';

/** Of a configuration that many requests may read at once. Heavier ones are read one at a time. */
const LIGHT = 2_000;
/** More than any configuration has. */
const ANY_WEIGHT = 1_000_000_000;
/** By owner: a tenant that has many of them, with its sandbox, waits behind one that has few. */
const heavyReads = createFairShare({ capacity: 1, timeoutMs: 5_000, maxWaiting: 128 });

/** Of claims and nightly rates of one resource, too many for many requests at once. They may wait for a heavy one in turn. */
const largeReads = createFairShare({ capacity: 2, timeoutMs: 5_000, maxWaiting: 128 });

/** Each attempt fails only if the configuration changes within one round trip. */
const MAX_ATTEMPTS = 5;

export interface VersionedRead extends Reader {
  readonly resourceId: string;
  /** `cached` is what the cache has, here and below. */
  readonly more: (cached: ResourceConfig | undefined) => readonly ReadStatement[];
  /** Its rows have the `config_version` of the resource; no row means no resource. */
  readonly last: (cached: ResourceConfig | undefined) => ReadStatement;
}

interface VersionedRows<Last> {
  readonly resource: ResourceConfig;
  /** The rows of the statements of `more`. */
  readonly more: readonly unknown[][];
  readonly last: readonly [Last, ...Last[]];
}

interface ConfigVersion {
  readonly config_version: bigint;
}
interface CatalogVersion extends ConfigVersion {
  readonly catalog_version: bigint;
}

/**
 * Reads in one round trip what belongs to one configuration of a resource. The last statement returns the version: where it
 * equals the version of the cached configuration, no change was committed before that statement, so the cached one is
 * current whichever process changed it last. Otherwise the configuration is read again.
 */
export async function readVersioned<Last extends ConfigVersion>(
  db: Database,
  configs: ConfigCache,
  read: VersionedRead,
): Promise<VersionedRows<Last> | undefined> {
  return attemptRead(read, async (most) => {
    const config = configCopy(configs, read, most);
    const rows = await readOnce<Last>(db, read, [config]);
    if (rows === undefined) return config.drop();
    const resource = config.current(rows.head.config_version);
    if (resource !== undefined) return { resource, more: rows.more, last: rows.last };
    return config.isHeavy() ? 'heavy' : 'changed';
  });
}

/** The same with the rules of the tenant, whose version the last statement returns, too. */
export async function readVersionedWithRules<Last extends CatalogVersion>(
  db: Database,
  { configs, catalogs }: { readonly configs: ConfigCache; readonly catalogs: CatalogCache },
  read: VersionedRead,
): Promise<(VersionedRows<Last> & { readonly catalog: Catalog }) | undefined> {
  return attemptRead(read, async (most) => {
    const [config, rules] = [configCopy(configs, read, most), catalogCopy(catalogs, read)];
    const rows = await readOnce<Last>(db, read, [config, rules]);
    if (rows === undefined) return config.drop();
    const resource = config.current(rows.head.config_version);
    const catalog = rules.current(rows.head.catalog_version);
    if (resource !== undefined && catalog !== undefined)
      return { resource, catalog, more: rows.more, last: rows.last };
    return config.isHeavy() ? 'heavy' : 'changed';
  });
}

/** Heavy configurations are read one after the other: the memory that they take is bounded. */
async function attemptRead<Found>(
  read: VersionedRead,
  readAt: (most: number) => Promise<Found | 'heavy' | 'changed'>,
): Promise<Found> {
  let isHeavy = false;
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    const found = isHeavy ? await inTurn(heavyReads, read, () => readAt(ANY_WEIGHT)) : await readAt(LIGHT);
    if (found === 'heavy') isHeavy = true;
    else if (found !== 'changed') return found;
  }
  throw changedTooOften(read);
}

/** Throws OverShare or SemaphoreTimeout where it waits too long. */
async function inTurn<T>(turns: FairShare, { ownerId }: Reader, read: () => Promise<T>): Promise<T> {
  if (!turns.tryEnter(ownerId)) await turns.wait(ownerId);
  try {
    return await read();
  } finally {
    turns.leave(ownerId);
  }
}

/**
 * Reads in turn what depends on the time zone of the resource. `known` is how it was read before: the configuration may be
 * in no cache, and may have changed since.
 */
export async function readLarge<Found extends { readonly resource: ResourceConfig }>(
  reader: Reader,
  known: ResourceConfig,
  readAt: (known: ResourceConfig) => Promise<Found | undefined>,
): Promise<Found | undefined> {
  return inTurn(largeReads, reader, async () => {
    let resource = known;
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
      const found = await readAt(resource);
      if (found === undefined || found.resource.timezone === resource.timezone) return found;
      ({ resource } = found);
    }
    throw changedTooOften({ resourceId: known.id });
  });
}

/** The cached copy of versioned rows, or what is read where there is none. */
interface Copy {
  /** Undefined where the copy is cached. */
  readonly load: ReadStatement | undefined;
  readonly receive: (rows: readonly unknown[]) => void;
}

/** One round trip: what no cache has, the other statements, the last one. Undefined: the last statement has no row. */
async function readOnce<Last>(
  db: Database,
  { tenantId, more, last }: VersionedRead,
  [config, ...others]: readonly [Copy & { readonly cached: ResourceConfig | undefined }, ...Copy[]],
) {
  const loading = [config, ...others].filter(({ load }) => load !== undefined);
  const loads = loading.flatMap(({ load }) => load ?? []);
  const results = await db.readManyInTenant<unknown>(tenantId, [
    ...loads,
    ...more(config.cached),
    last(config.cached),
  ]);
  for (const copy of loading) copy.receive(results.shift() ?? []);
  const [head, ...tail] = (results.pop() ?? []) as Last[];
  return head === undefined ? undefined : { head, last: [head, ...tail] as const, more: results };
}

function configCopy(cache: ConfigCache, { tenantId, resourceId }: VersionedRead, most: number) {
  const cached = cache.get(tenantId, resourceId);
  let copy = cached;
  return {
    cached: cached?.config,
    load: cached === undefined ? findConfig({ tenantId, resourceId, most }) : undefined,
    receive([row]: readonly unknown[]) {
      copy = row === undefined ? undefined : readConfig(row as ConfigRow);
    },
    /** It exists, and was not read. */
    isHeavy: () => cached === undefined && copy === undefined && most < ANY_WEIGHT,
    /** Undefined where the copy does not have the version; it is not kept then. */
    current(version: bigint): ResourceConfig | undefined {
      if (copy?.version !== version) return this.drop();
      if (cached === undefined) cache.set(tenantId, copy);
      return copy.config;
    },
    drop(): undefined {
      cache.delete(tenantId, resourceId);
    },
  };
}

function catalogCopy(cache: CatalogCache, { tenantId }: VersionedRead) {
  const cached = cache.get(tenantId);
  let copy = cached;
  return {
    load: cached === undefined ? findCatalog({ tenantId }) : undefined,
    receive([row]: readonly unknown[]) {
      copy = row === undefined ? undefined : readCatalog(row as CatalogRow);
    },
    current(version: bigint): Catalog | undefined {
      if (copy?.version !== version) return this.drop();
      if (cached === undefined) cache.set(tenantId, copy);
      return copy;
    },
    drop(): undefined {
      cache.delete(tenantId);
    },
  };
}

function changedTooOften({ resourceId }: Pick<VersionedRead, 'resourceId'>): Error {
  return new Error(
    `the configuration of resource ${resourceId} changed during each of ${MAX_ATTEMPTS} attempts to read it`,
  );
}
