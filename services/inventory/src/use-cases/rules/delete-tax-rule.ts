import { ok } from '@lodging/kernel';
import type { Result } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import { isTaxRuleCode, taxRuleKey, taxRuleNotFound } from '../../domain/rules/tax-rule.ts';
import type { InventoryDeps } from '../../ports/deps.ts';

/** No new price has the rule; bills that have it stay. */
export async function deleteTaxRule(
  { taxRules }: Pick<InventoryDeps, 'taxRules'>,
  { tenantId }: RequestContext,
  code: string,
): Promise<Result<null>> {
  if (!isTaxRuleCode(code)) return taxRuleNotFound;
  const deleted = await taxRules.delete(tenantId, taxRuleKey(code));
  if (!deleted.ok) return deleted;
  return deleted.value ? ok(null) : taxRuleNotFound;
}
