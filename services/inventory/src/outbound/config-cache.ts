import type { ResourceConfig } from '../domain/resource.ts';

export interface Versioned {
  readonly version: bigint;
  readonly config: ResourceConfig;
}

export interface ConfigCache {
  find(tenantId: string, resourceId: string): Versioned | undefined;
  keep(tenantId: string, versioned: Versioned): void;
  forget(tenantId: string, resourceId: string): void;
}

/** `maxWeight` counts plans, prices and restrictions, since one resource may have thousands of them. */
export function createConfigCache(maxWeight: number): ConfigCache {
  // A Map keeps the order of insertion, so its first entry is the one that was not used for the longest time.
  const entries = new Map<string, Versioned & { readonly weight: number }>();
  let weight = 0;
  const remove = (key: string): void => {
    weight -= entries.get(key)?.weight ?? 0;
    entries.delete(key);
  };
  return {
    find(tenantId, resourceId) {
      const key = keyOf(tenantId, resourceId);
      const found = entries.get(key);
      if (found === undefined) return undefined;
      entries.delete(key);
      entries.set(key, found);
      return found;
    },
    keep(tenantId, versioned) {
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
    forget: (tenantId, resourceId) => remove(keyOf(tenantId, resourceId)),
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
