import type { Database, ReadStatement } from '@lodging/kit-postgres';
import type { ResourceConfig } from '../domain/resource.ts';
import type { ConfigCache } from './config-cache.ts';
import { configuration, readConfig } from './stay-statements.ts';
import type { ConfigRow } from './stay-statements.ts';

/** The configuration would have to change within each of so many round trips. */
const TRIES = 5;

interface Look {
  readonly tenantId: string;
  readonly resourceId: string;
  readonly more: readonly ReadStatement[];
  /** One row with the `config_version` of the resource, or none where there is no such resource. */
  readonly last: ReadStatement;
}

interface VersionRow {
  readonly config_version: bigint;
}

/**
 * The version comes with the last statement. Where it equals that of the configuration in hand, no change was committed
 * before that statement, so everything is of that moment; else all of it is read anew.
 */
export async function readVersioned<Last extends VersionRow>(
  db: Database,
  cache: ConfigCache,
  { tenantId, resourceId, more, last }: Look,
): Promise<{ resource: ResourceConfig; more: readonly unknown[][]; last: Last } | undefined> {
  for (let attempt = 1; attempt <= TRIES; attempt += 1) {
    const kept = cache.find(tenantId, resourceId);
    const first = kept === undefined ? [configuration(tenantId, resourceId)] : [];
    const results = await db.readManyInTenant<unknown>(tenantId, [...first, ...more, last]);
    const [configRow] = kept === undefined ? ((results.shift() ?? []) as ConfigRow[]) : [];
    const [row] = (results.pop() ?? []) as Last[];
    if (row === undefined) {
      cache.forget(tenantId, resourceId);
      return undefined;
    }
    const current = kept ?? (configRow && readConfig(configRow));
    if (current?.version === row.config_version) {
      if (kept === undefined) cache.keep(tenantId, current);
      return { resource: current.config, more: results, last: row };
    }
    cache.forget(tenantId, resourceId);
  }
  throw new Error(`the configuration of resource ${resourceId} changed ${TRIES} times while it was read`);
}
