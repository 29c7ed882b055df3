import { countNights } from './counted-nights.ts';
import type { BilledNight, CountedNights } from './counted-nights.ts';
import type { ResourceKind } from '../time/resource-kind.ts';
import type { TaxRule } from './tax-rule.ts';

/** The possible scopes of a rule. */
export interface BilledOffer {
  readonly currency: string;
  readonly resource: {
    readonly id: string;
    readonly kind: ResourceKind;
    readonly roomType: { readonly id: string } | null;
  };
  /** Undefined for a generic resource. */
  readonly ratePlanCode: string | undefined;
}

export interface ApplyingRule {
  readonly rule: TaxRule;
  readonly nights: CountedNights;
}

/** The enabled rules of the offer for which some night counts, in their order. */
export function applyingRules(
  rules: readonly TaxRule[],
  offer: BilledOffer,
  nights: readonly BilledNight[],
): ApplyingRule[] {
  const applying: ApplyingRule[] = [];
  for (const rule of rules) {
    if (!rule.enabled || !matches(rule, offer)) continue;
    const counted = countNights(nights, rule.nights);
    if (counted.count > 0) applying.push({ rule, nights: counted });
  }
  return applying;
}

function matches({ charge, appliesTo }: TaxRule, { currency, resource, ratePlanCode }: BilledOffer): boolean {
  if (charge.basis !== 'percent' && charge.currency !== currency) return false;
  if (appliesTo === null) return true;
  const { kinds, roomTypeIds, resourceIds, ratePlanCodes } = appliesTo;
  return (
    includes(kinds, resource.kind) &&
    includes(roomTypeIds, resource.roomType?.id) &&
    includes(resourceIds, resource.id) &&
    includes(ratePlanCodes, ratePlanCode)
  );
}

function includes<T>(set: ReadonlySet<T> | undefined, value: T | undefined): boolean {
  return set === undefined || (value !== undefined && set.has(value));
}
