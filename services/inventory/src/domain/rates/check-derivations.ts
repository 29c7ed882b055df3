import { refuse } from '@lodging/kernel';
import type { Refused } from '@lodging/kernel';
import type { RatePlan } from '../resources/resource.ts';

export type DerivedPlanInvalid = Refused<'derived_plan_invalid'>;

type Plan = Pick<RatePlan, 'code' | 'derivedFrom'>;

/**
 * Refuses plans that are not derived from a plan of the resource with prices of its own. What counts is what a request leaves:
 * parents and children may change places in one.
 */
export function refuseDerivations(
  existing: readonly Plan[],
  merged: readonly Plan[],
): DerivedPlanInvalid | undefined {
  const after = new Map([...existing, ...merged].map((plan) => [plan.code, plan]));
  const own = [...after.values()].find(({ code, derivedFrom }) => derivedFrom?.ratePlanCode === code);
  if (own !== undefined) return invalid(own.code, 'self', 'is derived from itself');
  for (const { code, derivedFrom } of after.values()) {
    if (derivedFrom === null) continue;
    const { ratePlanCode } = derivedFrom;
    const parent = after.get(ratePlanCode);
    const named = JSON.stringify(ratePlanCode);
    if (parent === undefined)
      return invalid(code, 'unknown', `is derived from ${named}, which the resource does not have`);
    if (parent.derivedFrom !== null)
      return invalid(code, 'chain', `is derived from ${named}, which is derived itself`);
  }
  return undefined;
}

function invalid(code: string, reason: 'unknown' | 'self' | 'chain', what: string): DerivedPlanInvalid {
  return refuse('derived_plan_invalid', `The rate plan ${JSON.stringify(code)} ${what}.`, { reason });
}
