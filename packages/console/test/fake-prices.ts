import type { components } from '@lodging/client';
import { ok } from './fake-api.ts';
import type { FakeApi } from './fake-api.ts';
import { RESOURCES } from './records.ts';

type Schemas = components['schemas'];
type Resource = Schemas['Resource'];

/** Plans and prices of the double rooms; what is put replaces the plan, or its prices, of a resource. */
export interface FakePrices {
  readonly resources: Map<string, Resource>;
  readonly pricing: Map<string, Schemas['PricingEntry'][]>;
}

const FLEX: Schemas['PricingEntry'] = {
  ratePlanCode: 'FLEX',
  baseAmountMinorUnits: '12000',
  dayOfWeekMultipliersBps: { fri: 12_000, sat: 12_500 },
  seasons: [{ name: 'Summer', from: '2027-07-01', to: '2027-09-01', multiplierBps: 13_000 }],
  leadTimeTiers: [],
  lengthOfStayTiers: [{ minNights: 7, multiplierBps: 9_000 }],
  occupancy: null,
};

export function addPrices(api: FakeApi): FakePrices {
  const prices: FakePrices = {
    resources: new Map(
      RESOURCES.map((one) => {
        const [flex] = one.ratePlans;
        const derivedFrom = { ratePlanCode: 'FLEX', multiplierBps: 9_000 };
        const child = { ...flex, code: 'NRF', name: 'Non-refundable', derivedFrom } as Schemas['RatePlan'];
        const ratePlans = [{ ...flex, derivedFrom: null } as Schemas['RatePlan'], child];
        return [one.id, { ...one, ratePlans }];
      }),
    ),
    // The last one, a room over the lake, costs more.
    pricing: new Map(
      RESOURCES.map(({ id }, at) => [id, [at === 3 ? { ...FLEX, baseAmountMinorUnits: '15000' } : FLEX]]),
    ),
  };
  api.on('GET /v1/resources', () => ok({ resources: [...prices.resources.values()], nextCursor: null }));
  api.on('GET /v1/resources/{id}/pricing', ({ ids: [id = ''] }) =>
    ok({ resourceId: id, pricing: prices.pricing.get(id) ?? [], nextCursor: null }),
  );
  api.on('PUT /v1/resources/{id}/pricing', ({ ids: [id = ''], body }) => {
    const { pricing } = body as unknown as { pricing: Schemas['PricingEntry'][] };
    prices.pricing.set(id, pricing);
    return ok({ resourceId: id, pricing, nextCursor: null });
  });
  api.on('PUT /v1/resources/{id}/rates', ({ ids: [id = ''], body }) => {
    const before = prices.resources.get(id);
    const { ratePlans } = body as unknown as { ratePlans: Schemas['RatePlan'][] };
    const codes = ratePlans.map(({ code }) => code);
    const kept = (before?.ratePlans ?? []).filter(({ code }) => !codes.includes(code));
    if (before) prices.resources.set(id, { ...before, ratePlans: [...kept, ...ratePlans] });
    return ok({ resourceId: id, ratePlans: [...kept, ...ratePlans] });
  });
  return prices;
}
