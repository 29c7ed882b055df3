import type { ResourceConfig } from '../../domain/resources/resource.ts';
import { weightOf } from './config-weight.ts';
import { createWeightedCache } from './weighted-cache.ts';

export interface VersionedConfig {
  readonly version: bigint;
  readonly config: ResourceConfig;
}

export interface ConfigCache {
  get(tenantId: string, resourceId: string): VersionedConfig | undefined;
  set(tenantId: string, versioned: VersionedConfig): void;
  delete(tenantId: string, resourceId: string): void;
}

/** `maxWeight` is about the bytes in memory, in hundreds: one resource may have tens of thousands. */
export function createConfigCache(maxWeight: number): ConfigCache {
  const entries = createWeightedCache<VersionedConfig>(maxWeight, ({ config }) => weightOf(config));
  return {
    get: (tenantId, resourceId) => entries.get(keyOf(tenantId, resourceId)),
    set: (tenantId, versioned) => entries.set(keyOf(tenantId, versioned.config.id), versioned),
    delete: (tenantId, resourceId) => entries.delete(keyOf(tenantId, resourceId)),
  };
}

function keyOf(tenantId: string, resourceId: string): string {
  return `${tenantId} ${resourceId}`;
}
