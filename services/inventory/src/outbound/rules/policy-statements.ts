import type { CancellationPolicy as PolicyWire } from '@lodging/contract-inventory';
import { namedStatement } from '@lodging/kit-postgres';
import type { Tx } from '@lodging/kit-postgres';
import { policyKey } from '../../domain/rules/cancellation-policy.ts';
import type { KnownPolicies } from '../../domain/rules/cancellation-policy.ts';
import { policiesFromWire } from '../../wire/rules.ts';

/** Policies change under the other lock of this row, and there is none without the row. */
const shareCatalog = namedStatement<{ tenantId: string }>(
  'catalog_share',
  'SELECT FROM catalogs WHERE tenant_id = $tenantId FOR SHARE',
);
const findNamed = namedStatement<{ tenantId: string; codes: readonly string[] }>(
  'cancellation_policies_named',
  `SELECT body FROM cancellation_policies WHERE tenant_id = $tenantId AND code = ANY ($codes::text[]) AND is_current`,
);

/** The policies of the codes that have one. They stay as they are until the end of the transaction. */
export async function findNamedPolicies(
  tx: Tx,
  tenantId: string,
  codes: readonly string[],
): Promise<KnownPolicies> {
  if (codes.length === 0) return new Map();
  await tx.query(shareCatalog({ tenantId }));
  // A separate statement: only one that begins after the lock sees the writes of the previous holder.
  const rows = await tx.query<{ body: PolicyWire }>(findNamed({ tenantId, codes: codes.map(policyKey) }));
  return policiesFromWire(rows.map(({ body }) => body));
}
