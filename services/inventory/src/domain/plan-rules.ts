import type { RatePlan, Restriction, SellablePlan } from './resource.ts';
import type { Stay } from './stay.ts';

export type PlanReason = 'min_stay' | 'max_stay' | 'closed_to_arrival' | 'closed_to_departure' | 'stop_sell';

/** The restriction in force on a date: the last of those that cover it. */
export function restrictionOn(restrictions: readonly Restriction[], date: string): Restriction | undefined {
  return restrictions.findLast(({ from, to }) => from <= date && date < to);
}

interface Question {
  readonly plan: RatePlan;
  readonly nights: number;
  readonly onArrival: Restriction | undefined;
  readonly onDeparture: Restriction | undefined;
  readonly stopSold: () => boolean;
}

type Rule = (question: Question) => PlanReason | undefined;

const longEnough: Rule = ({ plan, nights, onArrival }) =>
  nights < (onArrival?.minStayNights ?? plan.minStayNights) ? 'min_stay' : undefined;

const notTooLong: Rule = ({ plan, nights, onArrival }) => {
  const most = onArrival?.maxStayNights ?? plan.maxStayNights;
  return most !== null && nights > most ? 'max_stay' : undefined;
};

const openToArrival: Rule = ({ plan, onArrival }) =>
  (onArrival?.closedToArrival ?? plan.closedToArrival) ? 'closed_to_arrival' : undefined;

const openToDeparture: Rule = ({ plan, onDeparture }) =>
  (onDeparture?.closedToDeparture ?? plan.closedToDeparture) ? 'closed_to_departure' : undefined;

const onSale: Rule = ({ stopSold }) => (stopSold() ? 'stop_sell' : undefined);

const rules: readonly Rule[] = [longEnough, notTooLong, openToArrival, openToDeparture, onSale];

/** A plan that is switched off says only that it is not on sale: its other rules are nobody's business. */
export function planReasons(plan: SellablePlan, stay: Stay): PlanReason[] {
  if (!plan.enabled) return ['stop_sell'];
  const question: Question = {
    plan,
    nights: stay.nights,
    onArrival: restrictionOn(plan.restrictions, stay.arrival.toString()),
    onDeparture: restrictionOn(plan.restrictions, stay.departure.toString()),
    stopSold: () => stopSold(plan.restrictions, stay),
  };
  return rules.flatMap((rule) => rule(question) ?? []);
}

/** Looks at each night only where some stop-sell reaches into the stay at all. */
function stopSold(restrictions: readonly Restriction[], { arrival, departure, nights }: Stay): boolean {
  const [first, end] = [arrival.toString(), departure.toString()];
  const reaching = restrictions.filter(({ from, to }) => from < end && to > first);
  if (!reaching.some((restriction) => restriction.stopSell)) return false;
  return Array.from({ length: nights }, (_, night) => arrival.add({ days: night }).toString()).some(
    (date) => restrictionOn(reaching, date)?.stopSell === true,
  );
}
