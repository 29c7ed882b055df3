import type { TaxRule as TaxRuleWire } from '@lodging/contract-inventory';
import { namedStatement } from '@lodging/kit-postgres';
import { byPosition } from '../domain/tax-rule.ts';
import { decodeStoredTaxRule } from '../inbound/wire/tax-rules.ts';
import type { Catalog } from '../ports.ts';

/** The version of the rules of a tenant. */
export const CATALOG_VERSION = 'coalesce((SELECT version FROM catalogs WHERE tenant_id = $tenantId), 0)';

export const findCatalog = namedStatement<{ tenantId: string }>(
  'catalog_read',
  `SELECT ${CATALOG_VERSION} AS version, coalesce((
     SELECT json_agg(body) FROM tax_rules WHERE tenant_id = $tenantId AND enabled), '[]') AS "taxRules"`,
);

export interface CatalogRow {
  readonly version: bigint;
  readonly taxRules: readonly TaxRuleWire[];
}

export function readCatalog({ version, taxRules }: CatalogRow): Catalog {
  return { version, taxRules: taxRules.map(decodeStoredTaxRule).toSorted(byPosition) };
}
