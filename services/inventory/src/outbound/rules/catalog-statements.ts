import type { CancellationPolicy as PolicyWire, TaxRule as TaxRuleWire } from '@lodging/contract-inventory';
import { namedStatement } from '@lodging/kit-postgres';
import { byPosition } from '../../domain/rules/tax-rule.ts';
import { policiesFromWire, storedTaxRuleFromWire } from '../../wire/rules.ts';
import type { Catalog } from '../../ports/rules.ts';

/** The version of the rules of a tenant. */
export const CATALOG_VERSION = 'coalesce((SELECT version FROM catalogs WHERE tenant_id = $tenantId), 0)';

export const findCatalog = namedStatement<{ tenantId: string }>(
  'catalog_read',
  `SELECT ${CATALOG_VERSION} AS version, coalesce((
     SELECT json_agg(body) FROM tax_rules WHERE tenant_id = $tenantId AND enabled), '[]') AS "taxRules", coalesce((
     SELECT json_agg(body) FROM cancellation_policies WHERE tenant_id = $tenantId AND is_current), '[]') AS policies`,
);

export interface CatalogRow {
  readonly version: bigint;
  readonly taxRules: readonly TaxRuleWire[];
  readonly policies: readonly PolicyWire[];
}

export function readCatalog({ version, taxRules, policies }: CatalogRow): Catalog {
  return {
    version,
    taxRules: taxRules.map(storedTaxRuleFromWire).toSorted(byPosition),
    policies: policiesFromWire(policies),
  };
}
