import type { Derivation, Pricing, ResourceConfig, SellablePlan } from '../resources/resource.ts';

/** What prices the nights of a plan, or of a generic resource. */
export interface Tariff {
  /** Its own, or those of the parent of a derived plan. */
  readonly pricing: Pricing | undefined;
  readonly derived: DerivedFromParent | undefined;
}

export interface DerivedFromParent {
  readonly parent: SellablePlan;
  readonly formula: Derivation;
}

/** A parent prices its children also where it is disabled or stop-sold. */
export function tariffOf(resource: ResourceConfig, plan: SellablePlan | undefined): Tariff {
  if (plan === undefined) return { pricing: resource.pricing, derived: undefined };
  if (plan.derivedFrom === null) return { pricing: plan.pricing, derived: undefined };
  const known = derivedTariffs.get(plan) ?? derivedTariff(resource, plan, plan.derivedFrom);
  derivedTariffs.set(plan, known);
  return known;
}

/** A configuration is used many times before it changes. */
const derivedTariffs = new WeakMap<SellablePlan, Tariff>();

/** A parent is never taken away, so it is found. */
function derivedTariff({ plans }: ResourceConfig, plan: SellablePlan, formula: Derivation): Tariff {
  const parent = plans.find(({ code }) => code === formula.ratePlanCode);
  if (parent === undefined) throw new Error(`the parent of rate plan ${plan.id} is missing`);
  return { pricing: parent.pricing, derived: { parent, formula } };
}
