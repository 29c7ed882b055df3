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
  /** By the code of the plan and the date. */
  readonly nights: Map<string, FakeNight>;
  night(plan: string, date: string): FakeNight;
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

export function addRates(api: FakeApi): FakeRates {
  const nights = new Map<string, FakeNight>();
  const rates: FakeRates = {
    nights,
    night(plan, date) {
      const key = `${plan} ${date}`;
      const found = nights.get(key) ?? { ...NONE };
      nights.set(key, found);
      return found;
    },
  };
  api.on('GET /v1/rates/bulk', ({ query }) => ok(overview(rates, query)));
  api.on('POST /v1/rates/bulk', setBulk(rates));
  return rates;
}

function overview(rates: FakeRates, query: URLSearchParams): Schemas['BulkRates'] {
  const from = query.get('from') ?? '';
  const length = daysBetween(from, query.get('to') ?? '');
  const dates = Array.from({ length }, (_, day) => addDays(from, day));
  return {
    roomTypeId: DOUBLE.id,
    resources: RESOURCES.length,
    plans: PLANS.map((plan) => ({
      ...plan,
      currency: 'EUR',
      resources: RESOURCES.length,
      enabled: RESOURCES.length,
      days: dates.map((date) => dayOf(rates, plan.ratePlanCode, date)),
    })),
  };
}

function nightlyOf(rates: FakeRates, plan: string, date: string): bigint {
  const own = rates.night(plan, date).own;
  if (own !== null || plan === 'FLEX') return own ?? BASE;
  return (nightlyOf(rates, 'FLEX', date) * 9_000n + 5_000n) / 10_000n;
}

function dayOf(
  rates: FakeRates,
  plan: string,
  date: string,
): Schemas['BulkRates']['plans'][number]['days'][number] {
  const night = rates.night(plan, date);
  const amount = String(nightlyOf(rates, plan, date));
  const all = (isOn: boolean): number => (isOn ? RESOURCES.length : 0);
  const span = { lowestMinorUnits: amount, highestMinorUnits: amount };
  return {
    date,
    nightly: { ...span, overridden: all(night.own !== null), missing: 0 },
    selling: span,
    stopSell: all(night.stopSell),
    closedToArrival: all(night.closedToArrival),
    closedToDeparture: all(night.closedToDeparture),
    minStayNights: { lowest: night.minStayNights ?? 1, highest: night.minStayNights ?? 1 },
    maxStayNights: { lowest: night.maxStayNights, highest: night.maxStayNights },
    unitsFree: daysBetween('2027-06-01', date) % 9,
  };
}

function setBulk(rates: FakeRates): Handler {
  return ({ body }) => {
    const change = body as unknown as Schemas['BulkRatesRequest'];
    if (change.roomTypeId !== DOUBLE.id) return problem({ status: 404, code: 'room_type_not_found' });
    const nights = daysBetween(change.from, change.to);
    for (let day = 0; day < nights; day += 1) {
      const night = rates.night(change.ratePlanCode, addDays(change.from, day));
      if (change.nightlyRate !== undefined)
        night.own = change.nightlyRate === null ? null : BigInt(change.nightlyRate.amountMinorUnits);
      if (change.restriction === undefined) continue;
      Object.assign(night, change.merge === true ? {} : { ...NONE, own: night.own }, change.restriction);
    }
    return ok({
      updatedResources: RESOURCES.length,
      updatedNights: nights * RESOURCES.length,
      resources: [],
    });
  };
}
