import { ok, refuse } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import { fixedClock, sequentialIds } from '@lodging/kit-testing';
import { expect, it } from 'vitest';
import { depsOf } from '../../../test/deps-of.ts';
import { buildBill, buildPrice } from '../../../test/build-price.ts';
import type { Quote } from '../../domain/quotes/quote.ts';
import type { PricedStay, UnpricedStay } from '../../ports/neighbours.ts';
import { createQuote } from './create-quote.ts';
import type { CreateQuoteDeps } from './create-quote.ts';

const ctx: RequestContext = {
  tenantId: '01900000-0000-7000-8000-00000000000a',
  livemode: true,
  requestId: 'request',
  deadline: 0,
  caller: { kind: 'publishable', permissions: [] },
};
const stay = {
  resourceId: '01900000-0000-7000-8000-00000000000b',
  ratePlanId: '01900000-0000-7000-8000-00000000000c',
  window: {
    from: Temporal.Instant.from('2027-03-01T14:00:00Z'),
    to: Temporal.Instant.from('2027-03-03T10:00:00Z'),
  },
  partySize: 2,
  quantity: 2,
  displayCurrency: 'USD',
};
const priced: PricedStay = {
  stay: {
    resourceId: stay.resourceId,
    roomTypeId: '01900000-0000-7000-8000-00000000000d',
    ratePlanId: stay.ratePlanId,
    window: stay.window,
    timeZone: 'Asia/Tokyo',
    quantity: 2,
  },
  total: { minorUnits: 27_000n, currency: 'JPY' },
  bill: buildBill('JPY', '27000'),
  cancellation: null,
  schedule: [{ purpose: 'stay', amountMinorUnits: '27000', dueAt: '2026-11-20T12:00:00.123Z' }],
  display: {
    displayTotal: { amountMinorUnits: '18000', currency: 'USD' },
    fx: { effectiveAt: 'then', fromCurrency: 'JPY', rateBps: '66.7', source: 'bank', toCurrency: 'USD' },
    priceBreakdown: buildPrice('JPY', '27000', { subtotalMinorUnits: '30000' }),
  },
};

function depsWith(answer: ReturnType<CreateQuoteDeps['inventory']['priceStay']>) {
  const requested: { purpose: string; stay: UnpricedStay }[] = [];
  const signed: Quote[] = [];
  const prepared: string[] = [];
  const deps = depsOf<CreateQuoteDeps>({
    inventory: {
      priceStay: (_ctx, purpose, request) => (requested.push({ purpose, stay: request }), answer),
    },
    quoteTokens: { sign: async (quote) => (signed.push(quote), 'a token') },
    unitsForSale: { prepare: ({ tenantId }) => void prepared.push(tenantId) },
    clock: fixedClock('2026-11-20T12:00:00.123456Z'),
    newId: sequentialIds(),
    quoteSeconds: 900,
  });
  return { deps, requested, signed, prepared };
}

it('signs the price in the resource’s currency, and returns it with the display currency', async () => {
  const { deps, requested, signed } = depsWith(Promise.resolve(ok(priced)));
  const answer = await createQuote(deps, ctx, stay);
  if (!answer.ok) throw new Error(answer.refusal.code);
  const { quote, token, display } = answer.value;
  expect({ token, display }).toEqual({ token: 'a token', display: priced.display });
  expect(requested).toEqual([{ purpose: 'quote', stay }]);
  expect(signed).toEqual([quote]);
  expect(quote).toMatchObject({
    tenantId: ctx.tenantId,
    partySize: 2,
    total: { minorUnits: 27_000n, currency: 'JPY' },
    terms: {
      bill: priced.bill,
      policy: null,
      schedule: priced.schedule,
    },
    stay: { roomTypeId: priced.stay.roomTypeId, timeZone: 'Asia/Tokyo', quantity: 2 },
  });
  expect(quote.expiresAt.toString()).toBe('2026-11-20T12:15:00.123Z');
});

it('signs nothing where inventory refuses, and returns the refusal', async () => {
  const refusal = refuse('unavailable', 'taken', { reasons: ['reserved'] });
  const { deps, signed } = depsWith(Promise.resolve(refusal));
  expect(await createQuote(deps, ctx, stay)).toEqual(refusal);
  expect(signed).toEqual([]);
});

it('has the units for sale read where the hold will be limited by them', async () => {
  const none = {
    maxOpenHolds: null,
    maxHeldUnitNights: null,
    codesPerAddressHour: null,
    codesPerClientHour: null,
    heldUnitNightsFollowSize: false,
    keyLimitFactor: null,
  };
  const { deps, prepared } = depsWith(Promise.resolve(ok(priced)));
  const quoteWith = (caller: RequestContext['caller']) => createQuote(deps, { ...ctx, caller }, stay);
  await quoteWith({ kind: 'secret', permissions: [] });
  await quoteWith({ ...ctx.caller, limits: { ...none, maxHeldUnitNights: 750 } });
  expect(prepared).toEqual([]);
  await quoteWith({
    ...ctx.caller,
    limits: { ...none, maxHeldUnitNights: 750, heldUnitNightsFollowSize: true },
  });
  expect(prepared).toEqual([ctx.tenantId]);
});
