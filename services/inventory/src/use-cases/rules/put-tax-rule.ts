import { ok, refuse } from '@lodging/kernel';
import type { Result } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import { checkTaxRule } from '../../domain/rules/check-tax-rule.ts';
import type { RequestedTaxRule } from '../../domain/rules/check-tax-rule.ts';
import { taxRuleKey } from '../../domain/rules/tax-rule.ts';
import type { TaxRule } from '../../domain/rules/tax-rule.ts';
import type { InventoryDeps } from '../../ports/deps.ts';

const MAX_TAX_RULES = 50;

/** Adds or replaces the rule of a code. The code stays as it was first written. */
export async function putTaxRule(
  { taxRules }: Pick<InventoryDeps, 'taxRules'>,
  { tenantId }: RequestContext,
  requested: RequestedTaxRule,
): Promise<Result<TaxRule>> {
  const checked = checkTaxRule(requested);
  if (!checked.ok) return checked;
  return taxRules.put(tenantId, taxRuleKey(requested.code), ({ rule, count }) => {
    if (rule !== undefined) return ok({ ...checked.value, code: rule.code });
    if (count < MAX_TAX_RULES) return ok(checked.value);
    return refuse('limit_reached', `A tenant has at most ${MAX_TAX_RULES} tax rules.`, {
      limit: MAX_TAX_RULES,
    });
  });
}
