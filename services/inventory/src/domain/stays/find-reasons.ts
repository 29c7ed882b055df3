import { partyFits } from '../units/occupancy-rules.ts';
import type { Party } from '../units/occupancy-rules.ts';
import { blockingKinds } from '../units/peak-units.ts';
import type { TakenUnits } from '../units/peak-units.ts';
import { planReasons } from '../rates/plan-rules.ts';
import type { PlanReason } from '../rates/plan-rules.ts';
import { isGeneric } from '../time/resource-kind.ts';
import type { ResourceConfig, SellablePlan } from '../resources/resource.ts';
import type { Stay } from '../time/stay.ts';

/** In the order of the response. */
const ORDER = [
  'occupancy_exceeded',
  'reserved',
  'external_block',
  'min_stay',
  'max_stay',
  'closed_to_arrival',
  'closed_to_departure',
  'stop_sell',
] as const;
export type Reason = (typeof ORDER)[number];

export interface StayDemand {
  readonly stay: Stay;
  readonly party: Party;
  readonly taken: readonly TakenUnits[];
}

/** Why the stay is not available; no plan refuses it as long as one enabled plan accepts it. */
export function reasonsOnAnyPlan(
  resource: ResourceConfig,
  demand: StayDemand,
  { ofUnits = unitReasons(resource, demand), plans = resource.plans }: KnownParts = {},
): readonly Reason[] {
  return inOrder(ofUnits, reasonsOfAllPlans(resource, plans, demand.stay));
}

/** Known already to a caller that evaluates several plans. */
export interface KnownParts {
  readonly ofUnits?: readonly Reason[];
  /** Those that are looked at; all where absent. */
  readonly plans?: readonly (SellablePlan | undefined)[];
}

/** Why the stay is not available on the plan; without a plan for a generic resource. */
export function reasonsOnPlan(
  resource: ResourceConfig,
  plan: SellablePlan | undefined,
  demand: StayDemand,
  ofUnits = unitReasons(resource, demand),
): readonly Reason[] {
  if (resource.isArchived) return inOrder(ofUnits, OFF_SALE);
  return inOrder(ofUnits, plan === undefined ? NONE : planReasons(plan, demand.stay));
}

const NONE: readonly PlanReason[] = [];
const OFF_SALE: readonly PlanReason[] = ['stop_sell'];
const RESERVED: readonly Reason[] = ['reserved'];
const BLOCKED: readonly Reason[] = ['external_block'];

/** Reasons that no plan can remove, in their order. */
export function unitReasons(resource: ResourceConfig, { stay, party, taken }: StayDemand): readonly Reason[] {
  const fits = partyFits(party, resource);
  const { quantity } = party;
  const blocking = blockingKinds(taken, stay.span, { quantity, units: resource.units });
  if (fits && blocking.size === 0) return NONE;
  if (fits && blocking.size === 1) return blocking.has('reservation') ? RESERVED : BLOCKED;
  return [
    ...(fits ? [] : (['occupancy_exceeded'] as const)),
    ...(blocking.has('reservation') ? (['reserved'] as const) : []),
    ...(blocking.has('external_block') ? (['external_block'] as const) : []),
  ];
}

function reasonsOfAllPlans(
  resource: ResourceConfig,
  plans: readonly (SellablePlan | undefined)[],
  stay: Stay,
): readonly PlanReason[] {
  if (resource.isArchived) return OFF_SALE;
  if (isGeneric(resource)) return NONE;
  if (!plans.some((plan) => plan?.enabled)) return OFF_SALE;
  const reasons: PlanReason[] = [];
  for (const plan of plans) {
    if (plan?.enabled !== true) continue;
    const ofPlan = planReasons(plan, stay);
    if (ofPlan.length === 0) return NONE;
    reasons.push(...ofPlan);
  }
  return reasons;
}

/** Those of units come first. */
function inOrder(ofUnits: readonly Reason[], ofPlans: readonly PlanReason[]): readonly Reason[] {
  if (ofPlans.length === 0) return ofUnits;
  const reasons = new Set<Reason>([...ofUnits, ...ofPlans]);
  return ORDER.filter((reason) => reasons.has(reason));
}
