import { describe, expect, test } from 'vitest';
import { reasonsOnAnyPlan, reasonsOnPlan } from './find-reasons.ts';
import type { Party } from '../units/occupancy-rules.ts';
import type { TakenUnits } from '../units/peak-units.ts';
import type { ResourceConfig } from '../resources/resource.ts';
import { stayAt } from '../time/stay.ts';
import { court, plan, restriction, villa } from '../../../test/build-resource.ts';

interface Demand extends Partial<Party> {
  from?: string;
  to?: string;
  taken?: TakenUnits[];
}

function demandOf(
  resource: ResourceConfig,
  { from = '2027-06-10', to = '2027-06-13', taken = [], ...party }: Demand,
) {
  const at = (date: string) => Temporal.Instant.from(`${date}T12:00:00Z`);
  return {
    stay: stayAt(resource, { from: at(from), to: at(to) }),
    party: { partySize: 2, quantity: 1, ...party },
    taken,
  };
}
const onAnyPlan = (resource: ResourceConfig, demand: Demand = {}) =>
  reasonsOnAnyPlan(resource, demandOf(resource, demand));

function takenNights(
  from: string,
  to: string,
  kind: TakenUnits['kind'] = 'reservation',
  units = 1,
): TakenUnits {
  const at = (date: string) => Temporal.Instant.from(`${date}T00:00:00Z`).epochMilliseconds;
  return { kind, units, start: at(from), end: at(to) };
}

describe('the units', () => {
  test('have no reason for free nights and a party that fits', () => {
    expect(onAnyPlan(villa())).toEqual([]);
  });
  test('are reserved on one night of the stay, not on the changeover date', () => {
    expect(onAnyPlan(villa(), { taken: [takenNights('2027-06-12', '2027-06-13')] })).toEqual(['reserved']);
    expect(onAnyPlan(villa(), { taken: [takenNights('2027-06-13', '2027-06-14')] })).toEqual([]);
  });
  test('distinguish a block from a reservation, and list both where both apply', () => {
    const block = takenNights('2027-06-10', '2027-06-11', 'external_block');
    expect(onAnyPlan(villa(), { taken: [block] })).toEqual(['external_block']);
    const both = [block, takenNights('2027-06-12', '2027-06-14')];
    expect(onAnyPlan(villa(), { taken: both })).toEqual(['reserved', 'external_block']);
  });
  test('accept a stay that needs no more than the free ones', () => {
    const hotel = villa({ units: 3 });
    const taken = [takenNights('2027-06-10', '2027-06-12', 'reservation', 2)];
    expect(onAnyPlan(hotel, { taken, quantity: 1 })).toEqual([]);
    expect(onAnyPlan(hotel, { taken, quantity: 2 })).toEqual(['reserved']);
  });
});

describe('the party', () => {
  test('must fit the capacity and the room type of each requested unit', () => {
    const hotel = villa({ units: 5, capacity: 3 });
    expect(onAnyPlan(hotel, { partySize: 4 })).toEqual(['occupancy_exceeded']);
    expect(onAnyPlan(hotel, { partySize: 4, quantity: 2 })).toEqual([]);
    expect(onAnyPlan(villa({ capacity: 9 }), { partySize: 5 })).toEqual(['occupancy_exceeded']);
  });
  test('is checked for adults and children only where children are given', () => {
    expect(onAnyPlan(villa(), { partySize: 4 })).toEqual([]);
    expect(onAnyPlan(villa(), { partySize: 4, children: 0 })).toEqual(['occupancy_exceeded']);
    expect(onAnyPlan(villa(), { partySize: 4, children: 1 })).toEqual([]);
    expect(onAnyPlan(villa(), { partySize: 4, children: 3 })).toEqual(['occupancy_exceeded']);
    expect(onAnyPlan(villa(), { partySize: 1, children: 2 })).toEqual(['occupancy_exceeded']);
  });
  test('may not request more units than the resource has', () => {
    expect(onAnyPlan(villa(), { quantity: 2 })).toEqual(['occupancy_exceeded']);
  });
});

describe('the plans', () => {
  test('have no reason as long as one of them accepts the stay', () => {
    const plans = [plan({ minStayNights: 7 }), plan({ code: 'strict' })];
    expect(onAnyPlan(villa({ plans }))).toEqual([]);
  });
  test('have the reasons of each plan, every value once, in the order of the contract', () => {
    const plans = [
      plan({ closedToDeparture: true, minStayNights: 7 }),
      plan({ code: 'b', maxStayNights: 2, minStayNights: 5 }),
    ];
    const taken = [takenNights('2027-06-10', '2027-06-11', 'external_block')];
    expect(onAnyPlan(villa({ plans }), { taken, partySize: 9 })).toEqual([
      'occupancy_exceeded',
      'external_block',
      'min_stay',
      'max_stay',
      'closed_to_departure',
    ]);
  });
  test('do not count while disabled; without an enabled plan nothing is sold', () => {
    expect(onAnyPlan(villa({ plans: [] }))).toEqual(['stop_sell']);
    const plans = [plan({ enabled: false, minStayNights: 9 }), plan({ code: 'b', closedToArrival: true })];
    expect(onAnyPlan(villa({ plans }))).toEqual(['closed_to_arrival']);
    expect(onAnyPlan(villa({ plans: plans.slice(0, 1) }))).toEqual(['stop_sell']);
  });
  test('do not exist for a generic resource', () => {
    expect(onAnyPlan(court(), { partySize: 4 })).toEqual([]);
    expect(onAnyPlan(court(), { partySize: 5 })).toEqual(['occupancy_exceeded']);
  });
  test('are checked alone where the request names one', () => {
    const off = plan({ enabled: false, closedToArrival: true });
    const resource = villa({ plans: [off, plan({ code: 'b' })] });
    expect(reasonsOnPlan(resource, off, demandOf(resource, {}))).toEqual(['stop_sell']);
  });
});

describe('a restriction', () => {
  const restricted = (...restrictions: ReturnType<typeof restriction>[]) =>
    villa({ plans: [plan({ minStayNights: 2, restrictions })] });

  test('on the arrival date overrides the length of stay, also to a shorter one', () => {
    expect(onAnyPlan(restricted(restriction('2027-06-10', '2027-06-11', { minStayNights: 4 })))).toEqual([
      'min_stay',
    ]);
    expect(onAnyPlan(restricted(restriction('2027-06-11', '2027-06-12', { minStayNights: 4 })))).toEqual([]);
    const relaxed = restricted(restriction('2027-06-10', '2027-06-11', { minStayNights: 1 }));
    expect(onAnyPlan(relaxed, { to: '2027-06-11' })).toEqual([]);
    expect(onAnyPlan(restricted(restriction('2027-06-10', '2027-06-11', { maxStayNights: 2 })))).toEqual([
      'max_stay',
    ]);
  });
  test('with a stop-sell applies to every night, not to the departure date', () => {
    expect(onAnyPlan(restricted(restriction('2027-06-12', '2027-06-13', { stopSell: true })))).toEqual([
      'stop_sell',
    ]);
    expect(onAnyPlan(restricted(restriction('2027-06-13', '2027-06-20', { stopSell: true })))).toEqual([]);
  });
  test('closes arrivals on the first date and departures on the departure date', () => {
    const closed = { closedToArrival: true, closedToDeparture: true };
    expect(onAnyPlan(restricted(restriction('2027-06-10', '2027-06-11', closed)))).toEqual([
      'closed_to_arrival',
    ]);
    expect(onAnyPlan(restricted(restriction('2027-06-13', '2027-06-14', closed)))).toEqual([
      'closed_to_departure',
    ]);
  });
  test('later in the list wins over an earlier one that covers the same date', () => {
    const closed = restriction('2027-06-01', '2027-07-01', { stopSell: true });
    const open = restriction('2027-06-09', '2027-06-14');
    expect(onAnyPlan(restricted(closed, open))).toEqual([]);
    expect(onAnyPlan(restricted(open, closed))).toEqual(['stop_sell']);
  });
  test('may open arrivals that the plan closes', () => {
    const plans = [
      plan({
        closedToArrival: true,
        restrictions: [restriction('2027-06-10', '2027-06-11', { closedToArrival: false })],
      }),
    ];
    expect(onAnyPlan(villa({ plans }))).toEqual([]);
  });
});
