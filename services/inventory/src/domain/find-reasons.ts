import { partyFits } from './occupancy-rules.ts';
import type { Party } from './occupancy-rules.ts';
import { readinessFailures } from './peak-units.ts';
import type { Taken } from './peak-units.ts';
import { planReasons } from './plan-rules.ts';
import type { PlanReason } from './plan-rules.ts';
import { isGeneric } from './resource.ts';
import type { ResourceConfig, SellablePlan } from './resource.ts';
import type { Stay } from './stay.ts';

/** In the order in which an answer lists them. */
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

export interface StayQuestion {
  readonly stay: Stay;
  readonly party: Party;
  readonly taken: readonly Taken[];
}

/** Without a plan: the stay is available when at least one enabled plan takes it. */
export function reasonsOnAnyPlan(resource: ResourceConfig, question: StayQuestion): Reason[] {
  return inOrder([...unitReasons(resource, question), ...reasonsOfAllPlans(resource, question.stay)]);
}

export function reasonsOnPlan(
  resource: ResourceConfig,
  plan: SellablePlan | undefined,
  question: StayQuestion,
): Reason[] {
  const ofPlan = plan === undefined ? [] : planReasons(plan, question.stay);
  return inOrder([...unitReasons(resource, question), ...ofPlan]);
}

/** They stand whenever they apply, whatever the plans say. */
function unitReasons(resource: ResourceConfig, { stay, party, taken }: StayQuestion): Reason[] {
  const inTheWay = readinessFailures(taken, stay.span, { wanted: party.quantity, units: resource.units });
  return [
    ...(partyFits(party, resource) ? [] : (['occupancy_exceeded'] as const)),
    ...(inTheWay.has('reservation') ? (['reserved'] as const) : []),
    ...(inTheWay.has('external_block') ? (['external_block'] as const) : []),
  ];
}

function reasonsOfAllPlans(resource: ResourceConfig, stay: Stay): PlanReason[] {
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
