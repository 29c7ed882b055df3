import { dayNumber, isoDate } from '../time/day-number.ts';
import { rangeFinder } from '../time/range-index.ts';
import type { Restriction, SellablePlan } from '../resources/resource.ts';
import type { Stay } from '../time/stay.ts';

export type PlanReason = 'min_stay' | 'max_stay' | 'closed_to_arrival' | 'closed_to_departure' | 'stop_sell';

/** The restriction in force on a date: the last of those that cover it. */
export function restrictionOn(restrictions: readonly Restriction[], date: string): Restriction | undefined {
  if (restrictions.length === 0) return undefined;
  const index = indexOf(restrictions);
  if (index !== undefined) return index.on(date);
  return restrictions.findLast(({ from, to }) => from <= date && date < to);
}

const indexOf = rangeFinder('last');

interface PlanCheck {
  readonly plan: SellablePlan;
  readonly nights: number;
  readonly onArrival: Restriction | undefined;
  readonly onDeparture: Restriction | undefined;
  readonly stay: Stay;
}

type Rule = (check: PlanCheck) => PlanReason | undefined;

const longEnough: Rule = ({ plan, nights, onArrival }) =>
  nights < (onArrival?.minStayNights ?? plan.minStayNights) ? 'min_stay' : undefined;

const notTooLong: Rule = ({ plan, nights, onArrival }) => {
  const maximum = onArrival?.maxStayNights ?? plan.maxStayNights;
  return maximum !== null && nights > maximum ? 'max_stay' : undefined;
};

const openToArrival: Rule = ({ plan, onArrival }) =>
  (onArrival?.closedToArrival ?? plan.closedToArrival) ? 'closed_to_arrival' : undefined;

const openToDeparture: Rule = ({ plan, onDeparture }) =>
  (onDeparture?.closedToDeparture ?? plan.closedToDeparture) ? 'closed_to_departure' : undefined;

const onSale: Rule = ({ plan, stay }) => (hasStopSell(plan.restrictions, stay) ? 'stop_sell' : undefined);

const rules: readonly Rule[] = [longEnough, notTooLong, openToArrival, openToDeparture, onSale];

/** Why the plan cannot be booked for the stay. A disabled plan has only the reason `stop_sell`. */
export function planReasons(plan: SellablePlan, stay: Stay): readonly PlanReason[] {
  if (!plan.enabled) return OFF_SALE;
  const check: PlanCheck = {
    plan,
    nights: stay.nights,
    onArrival: restrictionOn(plan.restrictions, stay.dates.from),
    onDeparture: restrictionOn(plan.restrictions, stay.dates.to),
    stay,
  };
  let reasons = NONE;
  for (const rule of rules) {
    const reason = rule(check);
    if (reason !== undefined) reasons = [...reasons, reason];
  }
  return reasons;
}

const NONE: readonly PlanReason[] = [];
const OFF_SALE: readonly PlanReason[] = ['stop_sell'];

/** Checks each night only where some stop-sell overlaps the stay. */
function hasStopSell(restrictions: readonly Restriction[], { dates, nights }: Stay): boolean {
  if (restrictions.length === 0) return false;
  const index = indexOf(restrictions);
  if (index !== undefined) return index.some(dates, ({ stopSell }) => stopSell);
  const overlapping = restrictions.filter(({ from, to }) => from < dates.to && to > dates.from);
  if (!overlapping.some((restriction) => restriction.stopSell)) return false;
  const first = dayNumber(dates.from);
  return Array.from({ length: nights }, (_, night) => isoDate(first + night)).some(
    (date) => restrictionOn(overlapping, date)?.stopSell === true,
  );
}
