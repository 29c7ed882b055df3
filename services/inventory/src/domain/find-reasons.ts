import { partyFits } from './occupancy-rules.ts';
import type { Party } from './occupancy-rules.ts';
import { blockingKinds } from './peak-units.ts';
import type { TakenUnits } from './peak-units.ts';
import { planReasons } from './plan-rules.ts';
import type { PlanReason } from './plan-rules.ts';
import { isGeneric } from './resource.ts';
import type { ResourceConfig, SellablePlan } from './resource.ts';
import type { Stay } from './stay.ts';

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
export function reasonsOnAnyPlan(resource: ResourceConfig, demand: StayDemand): Reason[] {
  return inOrder([...unitReasons(resource, demand), ...reasonsOfAllPlans(resource, demand.stay)]);
}

/** Why the stay is not available on the plan; without a plan for a generic resource. */
export function reasonsOnPlan(
  resource: ResourceConfig,
  plan: SellablePlan | undefined,
  demand: StayDemand,
): Reason[] {
  const ofPlan = plan === undefined || resource.isArchived ? [] : planReasons(plan, demand.stay);
  return inOrder([...unitReasons(resource, demand), ...archiveReasons(resource), ...ofPlan]);
}

/** Reasons that no plan can remove. */
function unitReasons(resource: ResourceConfig, { stay, party, taken }: StayDemand): Reason[] {
  const { quantity } = party;
  const blocking = blockingKinds(taken, stay.span, { quantity, units: resource.units });
  return [
    ...(partyFits(party, resource) ? [] : (['occupancy_exceeded'] as const)),
    ...(blocking.has('reservation') ? (['reserved'] as const) : []),
    ...(blocking.has('external_block') ? (['external_block'] as const) : []),
  ];
}

function archiveReasons({ isArchived }: ResourceConfig): PlanReason[] {
  return isArchived ? ['stop_sell'] : [];
}

function reasonsOfAllPlans(resource: ResourceConfig, stay: Stay): PlanReason[] {
  if (resource.isArchived) return archiveReasons(resource);
  if (isGeneric(resource)) return [];
  const enabled = resource.plans.filter((plan) => plan.enabled);
  if (enabled.length === 0) return ['stop_sell'];
  const reasons: PlanReason[] = [];
  for (const plan of enabled) {
    const ofPlan = planReasons(plan, stay);
    if (ofPlan.length === 0) return [];
    reasons.push(...ofPlan);
  }
  return reasons;
}

function inOrder(reasons: readonly Reason[]): Reason[] {
  return ORDER.filter((reason) => reasons.includes(reason));
}
