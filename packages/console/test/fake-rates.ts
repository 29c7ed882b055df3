import { addDays, daysBetween } from '@lodging/format';
import type { components } from '@lodging/client';
import { ok, problem } from './fake-api.ts';
import type { FakeApi, Handler } from './fake-api.ts';
import { DOUBLE, RESOURCES } from './records.ts';

type Schemas = components['schemas'];

/** A night of a plan as it is set for all rooms; null: that of the plan. */
export interface FakeNight {
  own: bigint | null;
  stopSell: boolean;
  closedToArrival: boolean;
  closedToDeparture: boolean;
  minStayNights: number | null;
  maxStayNights: number | null;
}

/** Rates of the double rooms: Flexible at a base of 120.00, and a plan that follows it at 90 %. */
export interface FakeRates {
  /** Of all rooms. */
  night(plan: string, date: string): FakeNight;
  /** Of one room, where it has a night that is not that of all; else that of all. */
  ofRoom(resourceId: string, plan: string, date: string): FakeNight;
}

interface Store extends FakeRates {
  /** Makes it a night of the room alone. */
  alone(resourceId: string, plan: string, date: string): FakeNight;
}

const BASE = 12_000n;
const NONE: FakeNight = {
  own: null,
  stopSell: false,
  closedToArrival: false,
  closedToDeparture: false,
  minStayNights: null,
  maxStayNights: null,
};
const PLANS = [
  { ratePlanCode: 'FLEX', name: 'Flexible', derivedFrom: null },
  {
    ratePlanCode: 'NRF',
    name: 'Non-refundable',
    derivedFrom: { ratePlanCode: 'FLEX', multiplierBps: 9_000 },
  },
] as const;

/** The rooms with both plans. */
export const ROOMS = RESOURCES.map((room) => ({
  ...room,
  ratePlans: PLANS.flatMap(({ ratePlanCode, name }) =>
    room.ratePlans.map((plan) => ({ ...plan, code: ratePlanCode, name })),
  ),
}));

export function addRates(api: FakeApi): FakeRates {
  const nights = new Map<string, FakeNight>();
  const at = (key: string, first: FakeNight): FakeNight => {
    const found = nights.get(key) ?? { ...first };
    nights.set(key, found);
    return found;
  };
  const rates: Store = {
    night: (plan, date) => at(`${plan} ${date}`, NONE),
    ofRoom: (id, plan, date) => nights.get(`${id} ${plan} ${date}`) ?? rates.night(plan, date),
    alone: (id, plan, date) => at(`${id} ${plan} ${date}`, rates.night(plan, date)),
  };
  api.on('GET /v1/rates/bulk', ({ query }) => ok(overview(rates, query)));
  api.on('POST /v1/rates/bulk', setBulk(rates));
  api.on('GET /v1/resources/{id}/rates', ({ ids: [id = ''], query }) => ok(ratesOf(rates, id, query)));
  api.on('GET /v1/resources/{id}/restrictions', ({ ids: [id = ''] }) => ok(restrictionsOf(rates, id)));
  return rates;
}

function datesOf(query: URLSearchParams): string[] {
  const from = query.get('from') ?? '';
  return Array.from({ length: daysBetween(from, query.get('to') ?? '') }, (_, day) => addDays(from, day));
}

function overview(rates: Store, query: URLSearchParams): Schemas['BulkRates'] {
  return {
    roomTypeId: DOUBLE.id,
    resources: RESOURCES.length,
    plans: PLANS.map((plan) => ({
      ...plan,
      currency: 'EUR',
      resources: RESOURCES.length,
      enabled: RESOURCES.length,
      days: datesOf(query).map((date) => dayOf(rates, plan.ratePlanCode, date)),
    })),
  };
}

function ratesOf(rates: Store, id: string, query: URLSearchParams): Schemas['Rates'] {
  const source = (plan: string, date: string): Schemas['NightlyRate']['source'] =>
    rates.ofRoom(id, plan, date).own === null ? (plan === 'FLEX' ? 'base' : 'derived') : 'override';
  return {
    resourceId: id,
    ratePlans: ROOMS.find((room) => room.id === id)?.ratePlans ?? [],
    nightlyRates: PLANS.flatMap(({ ratePlanCode }) =>
      datesOf(query).map((date) => ({
        ratePlanCode,
        date,
        amountMinorUnits: String(nightlyOf(rates, id, ratePlanCode, date)),
        source: source(ratePlanCode, date),
      })),
    ),
  };
}

/** From June to August 2027; those of a date begin and end at midnight in Berlin. */
function restrictionsOf(rates: Store, id: string): Schemas['Restrictions'] {
  const dates = Array.from({ length: 80 }, (_, day) => addDays('2027-06-01', day));
  const all = PLANS.flatMap(({ ratePlanCode }) =>
    dates.map((date) => {
      const { own: _, ...limits } = rates.ofRoom(id, ratePlanCode, date);
      const [from, to] = [addDays(date, -1), date].map((day) => `${day}T22:00:00.000Z`) as [string, string];
      return { id: `${ratePlanCode} ${date}`, ratePlanCode, from, to, ...limits };
    }),
  );
  return {
    resourceId: id,
    restrictions: all.filter((one) => one.stopSell || one.closedToArrival || one.minStayNights !== null),
    nextCursor: null,
  };
}

function nightlyOf(rates: Store, id: string, plan: string, date: string): bigint {
  const { own } = rates.ofRoom(id, plan, date);
  if (own !== null || plan === 'FLEX') return own ?? BASE;
  return (nightlyOf(rates, id, 'FLEX', date) * 9_000n + 5_000n) / 10_000n;
}

function dayOf(
  rates: Store,
  plan: string,
  date: string,
): Schemas['BulkRates']['plans'][number]['days'][number] {
  const nights = RESOURCES.map(({ id }) => rates.ofRoom(id, plan, date));
  const amounts = RESOURCES.map(({ id }) => nightlyOf(rates, id, plan, date)).toSorted((a, b) =>
    Number(a - b),
  );
  const count = (holds: (night: FakeNight) => boolean): number => nights.filter(holds).length;
  const span = { lowestMinorUnits: String(amounts[0]), highestMinorUnits: String(amounts.at(-1)) };
  const lengths = (of: (night: FakeNight) => number | null) => {
    const all = nights.map(of);
    const known = all.filter((one) => one !== null);
    return {
      lowest: known.length === 0 ? null : Math.min(...known),
      highest: all.includes(null) ? null : Math.max(...known),
    };
  };
  return {
    date,
    nightly: { ...span, overridden: count(({ own }) => own !== null), missing: 0 },
    selling: span,
    stopSell: count(({ stopSell }) => stopSell),
    closedToArrival: count(({ closedToArrival }) => closedToArrival),
    closedToDeparture: count(({ closedToDeparture }) => closedToDeparture),
    minStayNights: lengths(({ minStayNights }) => minStayNights ?? 1),
    maxStayNights: lengths(({ maxStayNights }) => maxStayNights),
    unitsFree: daysBetween('2027-06-01', date) % 9,
  };
}

function setBulk(rates: Store): Handler {
  return ({ body }) => {
    const change = body as unknown as Schemas['BulkRatesRequest'];
    if (change.roomTypeId !== DOUBLE.id) return problem({ status: 404, code: 'room_type_not_found' });
    const nights = daysBetween(change.from, change.to);
    const rooms = change.resourceIds ?? RESOURCES.map(({ id }) => id);
    for (let day = 0; day < nights; day += 1) {
      const date = addDays(change.from, day);
      const plan = change.ratePlanCode;
      const changed = change.resourceIds
        ? rooms.map((id) => rates.alone(id, plan, date))
        : [rates.night(plan, date), ...rooms.map((id) => rates.ofRoom(id, plan, date))];
      for (const night of new Set(changed)) setNight(night, change);
    }
    return ok({
      updatedResources: rooms.length,
      updatedNights: nights * rooms.length,
      resources: [],
    });
  };
}

function setNight(night: FakeNight, change: Schemas['BulkRatesRequest']): void {
  if (change.nightlyRate !== undefined)
    night.own = change.nightlyRate === null ? null : BigInt(change.nightlyRate.amountMinorUnits);
  if (change.restriction === undefined) return;
  Object.assign(night, change.merge === true ? {} : { ...NONE, own: night.own }, change.restriction);
}
