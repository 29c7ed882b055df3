import type { components } from '@lodging/client';
import { dateIn } from '@lodging/format';
import type { RateDay } from './read-nights.ts';

type Schemas = components['schemas'];
type Plan = Schemas['RatePlan'];
type Restriction = Schemas['Restriction'];

interface PlanNights {
  readonly plan: Plan;
  /** Of all plans of the resource. */
  readonly rates: readonly Schemas['NightlyRate'][];
  /** In the order of the API: a later one holds over an earlier one. */
  readonly restrictions: readonly Restriction[];
  readonly timezone: string;
  readonly dates: readonly string[];
}

/** The nights of a plan on one resource, in the shape of those of its room type: each count is 0 or 1. */
export function nightsOfResource({ plan, rates, restrictions, timezone, dates }: PlanNights): RateDay[] {
  const byDate = new Map(
    rates.filter(({ ratePlanCode }) => ratePlanCode === plan.code).map((rate) => [rate.date, rate]),
  );
  const dateOf = (instant: string): string =>
    dateIn(timezone, Temporal.Instant.from(instant).epochMilliseconds);
  const spans = restrictions
    .filter(({ ratePlanCode }) => ratePlanCode === plan.code)
    .map((one) => ({ one, from: dateOf(one.from), to: dateOf(one.to) }));
  return dates.map((date) => {
    const held = spans.findLast(({ from, to }) => from <= date && date < to)?.one;
    return { date, ...nightlyOf(byDate.get(date)), ...limitsOf(plan, held) };
  });
}

const NONE = { lowestMinorUnits: null, highestMinorUnits: null };

function nightlyOf(rate: Schemas['NightlyRate'] | undefined): Pick<RateDay, 'nightly' | 'selling'> {
  if (rate === undefined) return { nightly: { ...NONE, overridden: 0, missing: 1 }, selling: NONE };
  const { amountMinorUnits, source } = rate;
  const span = { lowestMinorUnits: amountMinorUnits, highestMinorUnits: amountMinorUnits };
  return { nightly: { ...span, overridden: source === 'override' ? 1 : 0, missing: 0 }, selling: NONE };
}

function limitsOf(plan: Plan, held: Restriction | undefined): Omit<RateDay, 'date' | 'nightly' | 'selling'> {
  const count = (isOn: boolean): number => (isOn ? 1 : 0);
  const span = <T>(nights: T) => ({ lowest: nights, highest: nights });
  return {
    stopSell: count(held?.stopSell ?? false),
    closedToArrival: count(held?.closedToArrival ?? plan.closedToArrival),
    closedToDeparture: count(held?.closedToDeparture ?? plan.closedToDeparture),
    minStayNights: span(held?.minStayNights ?? plan.minStayNights),
    maxStayNights: span(held?.maxStayNights ?? plan.maxStayNights),
  };
}

/** A night of a resource without plans: its base, and what guests see. */
export function genericNight(date: string, base: string | null, hint: string | null | undefined): RateDay {
  const span = (amount: string | null) => ({ lowestMinorUnits: amount, highestMinorUnits: amount });
  const open = { lowest: null, highest: null };
  return {
    date,
    nightly: { ...span(base), overridden: 0, missing: base === null ? 1 : 0 },
    selling: span(hint ?? null),
    stopSell: 0,
    closedToArrival: 0,
    closedToDeparture: 0,
    minStayNights: open,
    maxStayNights: open,
  };
}
