import type { TaxRule } from '../../domain/rules/tax-rule.ts';
import type { Catalog } from '../../ports/rules.ts';
import { createWeightedCache } from '../resources/weighted-cache.ts';
import type { WeightedCache } from '../resources/weighted-cache.ts';

/** By tenant. `maxWeight` counts rules, what they name, and policies: one rule may name hundreds of resources. */
export type CatalogCache = WeightedCache<Catalog>;

export function createCatalogCache(maxWeight: number): CatalogCache {
  return createWeightedCache<Catalog>(maxWeight, ({ taxRules, policies }) =>
    taxRules.reduce((sum, rule) => sum + weightOf(rule), 1 + policies.size),
  );
}

function weightOf({ appliesTo }: TaxRule): number {
  const named = Object.values(appliesTo ?? {}) as readonly (ReadonlySet<string> | undefined)[];
  return named.reduce((sum, set) => sum + (set?.size ?? 0), 1);
}
