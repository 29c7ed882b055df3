import type { DatedStay } from '../stays/quote-stay.ts';
import type { Reason } from '../stays/find-reasons.ts';
import { isGeneric } from '../time/resource-kind.ts';
import type { ResourceConfig, SellablePlan } from '../resources/resource.ts';
import { searchedPlans } from '../search/evaluated.ts';
import type { StaySearch } from '../search/search.ts';
import { RESOURCE_WORK } from '../search/work.ts';
import type { AlternativeKind } from './alternative.ts';
import { createStaysElsewhere, movedStay } from './near-stays.ts';
import type { Move, NearStay } from './near-stays.ts';

/** A requested stay that is not available. */
export interface RequestedStay {
  readonly resource: ResourceConfig;
  readonly dated: DatedStay;
  readonly reasons: readonly Reason[];
  /** Undefined: the cheapest one, or none of a generic resource. */
  readonly plan: SellablePlan | undefined;
}

/** A stay near the requested one, to be evaluated. */
export interface Attempt {
  readonly resource: ResourceConfig;
  /** The number of nights, if there is such a stay. */
  readonly nights: number;
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
/** Of longer stays only plans and dates are evaluated: each stay near them takes so much more. */
const MAX_NIGHTS_OF_ALL_KINDS = 30;
const KINDS_OF_LONG_STAYS: ReadonlySet<AlternativeKind> = new Set(['plan', 'shift']);
const POINTS = {
  plan: 1,
  shift: (days: number) => 1 + 2 * days,
  nights: (changed: number) => 2 + 3 * changed,
  sameRoomType: 2,
  otherResource: 6,
};

export interface NearbyResources {
  readonly siblings: readonly ResourceConfig[];
  readonly search: Pick<StaySearch, 'ratePlanCodes'>;
  readonly now: Temporal.Instant;
  /** Those that are looked at. */
  readonly kinds: readonly AlternativeKind[];
}

interface NearbyPlans extends NearbyResources {
  /** Those of the requested resource that may be sold, in order. */
  readonly ownPlans: readonly (SellablePlan | undefined)[];
}

/** The attempts for a requested stay. */
export function planAttempts(requested: RequestedStay, around: NearbyResources): KindOfAttempts[] {
  const nearbyPlans = { ...around, ownPlans: searchedPlans(requested.resource, around.search) };
  const isLong = requested.dated.pricedDates.length > MAX_NIGHTS_OF_ALL_KINDS;
  const kinds = around.kinds.filter((kind) => !isLong || KINDS_OF_LONG_STAYS.has(kind));
  return kinds.map((kind) => ({ kind, groups: plannedBy[kind](requested, nearbyPlans) }));
}

/** A stay counts for each plan that it may be evaluated on. */
export function countStays(groups: readonly AttemptGroup[]): number {
  return sumOf(groups, countPlans);
}

/** Nights times plans. */
export function countWork(groups: readonly AttemptGroup[]): number {
  return sumOf(groups, workOf);
}

/** A short stay takes as long to find as to evaluate. */
export function workOf(attempt: Attempt): number {
  return Math.max(attempt.nights * countPlans(attempt), RESOURCE_WORK);
}

function countPlans({ plan, others }: Attempt): number {
  return (plan === undefined ? 0 : 1) + others.length;
}

function sumOf(groups: readonly AttemptGroup[], countOf: (attempt: Attempt) => number): number {
  return groups.reduce(
    (sum, { attempts }) => attempts.reduce((ofGroup, attempt) => ofGroup + countOf(attempt), sum),
    0,
  );
}

type PlanKind = (requested: RequestedStay, around: NearbyPlans) => AttemptGroup[];

const plannedBy: Readonly<Record<AlternativeKind, PlanKind>> = {
  plan: otherPlans,
  shift: (requested, around) =>
    range(MAX_SHIFT_DAYS).map((days) => ({
      points: POINTS.shift(days),
      attempts: [-days, days].map((moved) => moveTo(requested, { arrival: moved, departure: moved }, around)),
    })),
  shorter: (requested, around) =>
    range(Math.min(MAX_NIGHTS_CHANGED, requested.dated.pricedDates.length - 1)).map((lost) => ({
      points: POINTS.nights(lost),
      attempts: [
        moveTo(requested, { arrival: lost, departure: 0 }, around),
        moveTo(requested, { arrival: 0, departure: -lost }, around),
      ],
    })),
  longer: (requested, around) =>
    range(requested.reasons.includes('min_stay') ? MAX_NIGHTS_CHANGED : 0).map((added) => ({
      points: POINTS.nights(added),
      attempts: [moveTo(requested, { arrival: 0, departure: added }, around)],
    })),
  resource: otherResources,
};

function otherPlans(
  { resource, dated, plan: requested }: RequestedStay,
  { ownPlans }: NearbyPlans,
): AttemptGroup[] {
  if (requested === undefined) return [];
  const others = ownPlans.filter((plan) => plan?.id !== requested.id);
  const attempts = others.map((plan) => {
    return { resource, nights: dated.pricedDates.length, shiftDays: 0, stay: () => dated, plan, others: [] };
  });
  return [{ points: POINTS.plan, attempts }];
}

function moveTo(
  { resource, dated, plan }: RequestedStay,
  move: Move,
  { ownPlans, now }: NearbyPlans,
): Attempt {
  return {
    resource,
    nights: dated.pricedDates.length + move.departure - move.arrival,
    shiftDays: move.arrival,
    stay: () => movedStay(resource, dated, move, now),
    plan,
    others: plan === undefined ? ownPlans : [],
  };
}

function otherResources(requested: RequestedStay, { siblings, search, now }: NearbyPlans): AttemptGroup[] {
  const stayOf = createStaysElsewhere(requested.resource, requested.dated, now);
  const isSameType = ({ roomType }: ResourceConfig) =>
    roomType !== null && roomType.id === requested.resource.roomType?.id;
  const attemptAt = (resource: ResourceConfig): Attempt => {
    const plans = searchedPlans(resource, search);
    const plan = plans.find((one) => one !== undefined && one.code === requested.plan?.code);
    const others = plans.filter((one) => one === undefined || one !== plan);
    return {
      resource,
      nights: requested.dated.pricedDates.length,
      shiftDays: 0,
      stay: () => stayOf(resource),
      plan,
      others,
    };
  };
  const mixed = siblings.filter((sibling) => isGeneric(sibling) === isGeneric(requested.resource));
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
