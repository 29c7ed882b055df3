import type { ResourceConfig } from '../domain/resource.ts';
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

/** `maxWeight` counts plans, seasons and restrictions: one resource may have thousands. */
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

function weightOf({ plans, pricing }: ResourceConfig): number {
  const prices = [pricing, ...plans.map((plan) => plan.pricing)];
  const seasons = prices.reduce((sum, one) => sum + (one?.seasons?.length ?? 0), 0);
  return plans.reduce((sum, { restrictions }) => sum + 1 + restrictions.length, 1 + seasons);
}
