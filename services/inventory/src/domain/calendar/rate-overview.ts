import { isoDate } from '../time/day-number.ts';
import type { DayRange } from '../time/range-by-day.ts';
import type { Derivation, ResourceConfig, SellablePlan } from '../resources/resource.ts';
import { amountsByDay, limitsByDay, ratesOfTariff } from '../stays/plan-by-day.ts';
import type { DayLimits, NightlyRates } from '../stays/plan-by-day.ts';
import { tariffOf } from '../stays/tariff.ts';
import { freeUnitsByNight } from '../units/unit-reasons.ts';
import type { TakenUnits } from '../units/peak-units.ts';
import { nightlyAmount } from '../stays/nightly-rate.ts';
import type { NightlyAmount } from '../stays/nightly-rate.ts';

export interface Span<T> {
  readonly lowest: T | null;
  readonly highest: T | null;
}

/** A date over the resources that have the plan. */
export interface DayOverview {
  readonly date: string;
  readonly nightly: Span<bigint> & { readonly overridden: number; readonly missing: number };
  readonly selling: Span<bigint>;
  readonly stopSell: number;
  readonly closedToArrival: number;
  readonly closedToDeparture: number;
  readonly minStayNights: Span<number>;
  /** Null, as the highest: one has no maximum. */
  readonly maxStayNights: Span<number>;
  readonly unitsFree: number;
}

export interface PlanOverview {
  readonly ratePlanCode: string;
  readonly name: string;
  readonly currency: string;
  readonly derivedFrom: Derivation | null;
  readonly resources: number;
  readonly enabled: number;
  readonly days: readonly DayOverview[];
}

/** The data of a resource, all of one moment. */
export interface RatedResource {
  readonly resource: ResourceConfig;
  readonly taken: readonly TakenUnits[];
  /** By plan. */
  readonly nightlyRates: ReadonlyMap<string, NightlyRates>;
}

/** The same plan on one resource. */
interface PlanOfResource {
  readonly plan: SellablePlan;
  readonly nightly: readonly (NightlyAmount | undefined)[];
  readonly selling: readonly (bigint | undefined)[];
  readonly limits: readonly DayLimits[];
  readonly free: readonly number[];
}

/** Plans of one code and currency are one, in the order of their resources. Yields its work. */
export function* overviewOfRates(
  resources: readonly RatedResource[],
  { days, ratePlanCode }: { readonly days: DayRange; readonly ratePlanCode: string | undefined },
): Generator<number, PlanOverview[]> {
  const nights = days.end - days.first;
  const groups = new Map<string, { currency: string; plans: PlanOfResource[] }>();
  for (const rated of resources) {
    const { resource } = rated;
    const free = freeUnitsByNight(resource, rated.taken, days);
    for (const plan of resource.plans) {
      if (ratePlanCode !== undefined && plan.code !== ratePlanCode) continue;
      const key = `${resource.currency} ${plan.code}`;
      const group = groups.get(key) ?? { currency: resource.currency, plans: [] };
      groups.set(key, group);
      group.plans.push({ ...planOfResource(rated, plan, days), free });
      yield nights;
    }
  }
  return [...groups.values()].map(({ currency, plans }) => overviewOf(currency, plans, days));
}

function planOfResource(
  { resource, nightlyRates }: RatedResource,
  plan: SellablePlan,
  days: DayRange,
): Omit<PlanOfResource, 'free'> {
  const tariff = tariffOf(resource, plan);
  const rates = ratesOfTariff(nightlyRates, plan, tariff);
  return {
    plan,
    nightly: Array.from({ length: days.end - days.first }, (_, index) =>
      nightlyAmount(tariff, rates, days.first + index),
    ),
    selling: amountsByDay(tariff, rates, days),
    limits: limitsByDay(plan, days),
  };
}

function overviewOf(currency: string, plans: readonly PlanOfResource[], days: DayRange): PlanOverview {
  const [first] = plans;
  return {
    ratePlanCode: first?.plan.code ?? '',
    name: first?.plan.name ?? '',
    currency,
    derivedFrom: first?.plan.derivedFrom ?? null,
    resources: plans.length,
    enabled: plans.filter(({ plan }) => plan.enabled).length,
    days: Array.from({ length: days.end - days.first }, (_, index) => ({
      date: isoDate(days.first + index),
      ...dayOf(plans, index),
    })),
  };
}

function dayOf(plans: readonly PlanOfResource[], index: number): Omit<DayOverview, 'date'> {
  const nightly = plans.map((one) => one.nightly[index]);
  const limits = plans.flatMap((one) => one.limits[index] ?? []);
  const count = (holds: (limits: DayLimits) => boolean) => limits.filter(holds).length;
  const longest = spanOf(limits.map(({ maxStayNights }) => maxStayNights));
  const isUnlimited = limits.some(({ maxStayNights }) => maxStayNights === null);
  return {
    nightly: {
      ...spanOf(nightly.map((amount) => amount?.amountMinorUnits)),
      overridden: nightly.filter((amount) => amount?.source === 'override').length,
      missing: nightly.filter((amount) => amount === undefined).length,
    },
    selling: spanOf(plans.map((one) => one.selling[index])),
    stopSell: count(({ stopSell }) => stopSell),
    closedToArrival: count(({ closedToArrival }) => closedToArrival),
    closedToDeparture: count(({ closedToDeparture }) => closedToDeparture),
    minStayNights: spanOf(limits.map(({ minStayNights }) => minStayNights)),
    maxStayNights: isUnlimited ? { ...longest, highest: null } : longest,
    unitsFree: plans.reduce((sum, one) => sum + (one.free[index] ?? 0), 0),
  };
}

function spanOf<T extends bigint | number>(values: readonly (T | null | undefined)[]): Span<T> {
  let [lowest, highest]: [T | null, T | null] = [null, null];
  for (const value of values) {
    if (value === null || value === undefined) continue;
    if (lowest === null || value < lowest) lowest = value;
    if (highest === null || value > highest) highest = value;
  }
  return { lowest, highest };
}
