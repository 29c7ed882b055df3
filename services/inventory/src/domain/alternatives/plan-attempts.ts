import type { DatedStay } from '../quote-stay.ts';
import type { Reason } from '../find-reasons.ts';
import { isGeneric } from '../resource.ts';
import type { ResourceConfig, SellablePlan } from '../resource.ts';
import { searchedPlans } from '../search/judge-resource.ts';
import type { StaySearch } from '../search/search.ts';
import type { AlternativeKind } from './alternative.ts';
import { createStaysElsewhere, movedStay } from './near-stays.ts';
import type { Move, NearStay } from './near-stays.ts';

/** A stay that cannot be had. */
export interface Wish {
  readonly resource: ResourceConfig;
  readonly dated: DatedStay;
  readonly reasons: readonly Reason[];
  /** Undefined: the cheapest one, or none of a generic resource. */
  readonly plan: SellablePlan | undefined;
}

/** A stay that may be one near the wish. */
export interface Attempt {
  readonly resource: ResourceConfig;
  readonly shiftDays: number;
  readonly stay: () => NearStay;
  /** It is sold on this plan where it can be; else on the cheapest of `others`. */
  readonly plan: SellablePlan | undefined;
  readonly others: readonly (SellablePlan | undefined)[];
}

/** Attempts of one kind and distance. */
export interface AttemptGroup {
  readonly points: number;
  readonly attempts: readonly Attempt[];
}

export interface KindOfAttempts {
  readonly kind: AlternativeKind;
  /** By points. */
  readonly groups: readonly AttemptGroup[];
}

const MAX_SHIFT_DAYS = 14;
const MAX_NIGHTS_CHANGED = 3;
const POINTS = {
  plan: 1,
  shift: (days: number) => 1 + 2 * days,
  nights: (changed: number) => 2 + 3 * changed,
  sameRoomType: 2,
  otherResource: 6,
};

export interface Surroundings {
  readonly siblings: readonly ResourceConfig[];
  readonly search: Pick<StaySearch, 'ratePlanCodes'>;
  readonly now: Temporal.Instant;
  /** Those that are looked at. */
  readonly kinds: readonly AlternativeKind[];
}

interface PlansAround extends Surroundings {
  /** Those of the wished resource that may be sold, in order. */
  readonly ownPlans: readonly (SellablePlan | undefined)[];
}

/** What is looked at for a wish. */
export function planAttempts(wish: Wish, around: Surroundings): KindOfAttempts[] {
  const plansAround = { ...around, ownPlans: searchedPlans(wish.resource, around.search) };
  return around.kinds.map((kind) => ({ kind, groups: plannedBy[kind](wish, plansAround) }));
}

/** A stay counts for each plan that it may be judged on. */
export function countStays(groups: readonly AttemptGroup[]): number {
  const attempts = groups.flatMap((group) => group.attempts);
  return attempts.reduce((sum, { plan, others }) => sum + (plan === undefined ? 0 : 1) + others.length, 0);
}

type PlanKind = (wish: Wish, around: PlansAround) => AttemptGroup[];

const plannedBy: Readonly<Record<AlternativeKind, PlanKind>> = {
  plan: otherPlans,
  shift: (wish, around) =>
    range(MAX_SHIFT_DAYS).map((days) => ({
      points: POINTS.shift(days),
      attempts: [-days, days].map((moved) => moveTo(wish, { arrival: moved, departure: moved }, around)),
    })),
  shorter: (wish, around) =>
    range(Math.min(MAX_NIGHTS_CHANGED, wish.dated.pricedDates.length - 1)).map((lost) => ({
      points: POINTS.nights(lost),
      attempts: [
        moveTo(wish, { arrival: lost, departure: 0 }, around),
        moveTo(wish, { arrival: 0, departure: -lost }, around),
      ],
    })),
  longer: (wish, around) =>
    range(wish.reasons.includes('min_stay') ? MAX_NIGHTS_CHANGED : 0).map((added) => ({
      points: POINTS.nights(added),
      attempts: [moveTo(wish, { arrival: 0, departure: added }, around)],
    })),
  resource: otherResources,
};

function otherPlans({ resource, dated, plan: wished }: Wish, { ownPlans }: PlansAround): AttemptGroup[] {
  if (wished === undefined) return [];
  const others = ownPlans.filter((plan) => plan?.id !== wished.id);
  const attempts = others.map((plan) => {
    return { resource, shiftDays: 0, stay: () => dated, plan, others: [] };
  });
  return [{ points: POINTS.plan, attempts }];
}

function moveTo({ resource, dated, plan }: Wish, move: Move, { ownPlans, now }: PlansAround): Attempt {
  return {
    resource,
    shiftDays: move.arrival,
    stay: () => movedStay(resource, dated, move, now),
    plan,
    others: plan === undefined ? ownPlans : [],
  };
}

function otherResources(wish: Wish, { siblings, search, now }: PlansAround): AttemptGroup[] {
  const stayOf = createStaysElsewhere(wish.resource, wish.dated, now);
  const isSameType = ({ roomType }: ResourceConfig) =>
    roomType !== null && roomType.id === wish.resource.roomType?.id;
  const attemptAt = (resource: ResourceConfig): Attempt => {
    const plans = searchedPlans(resource, search);
    const plan = plans.find((one) => one !== undefined && one.code === wish.plan?.code);
    const others = plans.filter((one) => one === undefined || one !== plan);
    return { resource, shiftDays: 0, stay: () => stayOf(resource), plan, others };
  };
  const mixed = siblings.filter((sibling) => isGeneric(sibling) === isGeneric(wish.resource));
  return [
    { points: POINTS.sameRoomType, attempts: mixed.filter(isSameType).map(attemptAt) },
    {
      points: POINTS.otherResource,
      attempts: mixed.filter((sibling) => !isSameType(sibling)).map(attemptAt),
    },
  ];
}

/** From 1 up to the last one. */
function range(last: number): number[] {
  return Array.from({ length: Math.max(0, last) }, (_, index) => index + 1);
}
