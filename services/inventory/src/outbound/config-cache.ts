import type { ResourceConfig } from '../domain/resource.ts';

export interface VersionedConfig {
  readonly version: bigint;
  readonly config: ResourceConfig;
}

export interface ConfigCache {
  get(tenantId: string, resourceId: string): VersionedConfig | undefined;
  set(tenantId: string, versioned: VersionedConfig): void;
  delete(tenantId: string, resourceId: string): void;
}

/** A least-recently-used cache. `maxWeight` counts plans, seasons and restrictions: one resource may have thousands. */
export function createConfigCache(maxWeight: number): ConfigCache {
  // A Map keeps the order of insertion, so its first entry is the least recently used one.
  const entries = new Map<string, VersionedConfig & { readonly weight: number }>();
  let weight = 0;
  const remove = (key: string): void => {
    weight -= entries.get(key)?.weight ?? 0;
    entries.delete(key);
  };
  return {
    get(tenantId, resourceId) {
      const key = keyOf(tenantId, resourceId);
      const found = entries.get(key);
      if (found === undefined) return undefined;
      entries.delete(key);
      entries.set(key, found);
      return found;
    },
    set(tenantId, versioned) {
      const key = keyOf(tenantId, versioned.config.id);
      remove(key);
      const entry = { ...versioned, weight: weightOf(versioned.config) };
      entries.set(key, entry);
      weight += entry.weight;
      for (const oldest of entries.keys()) {
        if (weight <= maxWeight || oldest === key) break;
        remove(oldest);
      }
    },
    delete: (tenantId, resourceId) => remove(keyOf(tenantId, resourceId)),
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
