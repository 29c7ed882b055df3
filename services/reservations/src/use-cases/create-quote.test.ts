import type { RequestContext } from '@lodging/kit-runtime';
// Guards the quote: what it promises is what was priced, and for how long.
import type { PriceStayRequest, PriceStayResponse } from '@lodging/contract-inventory';
import { createQuote as contract } from '@lodging/contract-reservations';
import { ok, refuse } from '@lodging/kernel';
import { fixedClock, sequentialIds } from '@lodging/kit-testing';
import { expect, it } from 'vitest';
import type { Quote } from '../domain/quote.ts';
import { createQuote } from './create-quote.ts';
import type { CreateQuoteDeps } from './create-quote.ts';

const ctx: RequestContext = {
  tenantId: '01900000-0000-7000-8000-00000000000a',
  livemode: true,
  requestId: 'request',
  deadline: 0,
  caller: { kind: 'publishable', permissions: [] },
};
const wish = {
  resourceId: '01900000-0000-7000-8000-00000000000b',
  ratePlanId: '01900000-0000-7000-8000-00000000000c',
  from: '2027-03-01T14:00:00.000Z',
  to: '2027-03-03T10:00:00.000Z',
  partySize: 2,
  quantity: 2,
  currency: 'USD',
};
const none = { amountMinorUnits: '0', kind: 'none' as const, multiplierBps: 10_000 };
const priced: PriceStayResponse = {
  resourceId: wish.resourceId,
  roomTypeId: '01900000-0000-7000-8000-00000000000d',
  ratePlanId: wish.ratePlanId,
  timezone: 'Asia/Tokyo',
  priceBreakdown: {
    currency: 'JPY',
    subtotalMinorUnits: '30000',
    totalMinorUnits: '27000',
    leadTimeAdjustment: none,
    lengthOfStayAdjustment: none,
    nights: [],
  },
  displayTotal: { amountMinorUnits: '18000', currency: 'USD' },
  fx: { effectiveAt: 'then', fromCurrency: 'JPY', rateBps: '66.7', source: 'bank', toCurrency: 'USD' },
};

function needs(answer: ReturnType<CreateQuoteDeps['inventory']['priceStay']>) {
  const asked: PriceStayRequest[] = [];
  const signed: Quote[] = [];
  const all: CreateQuoteDeps = {
    inventory: { priceStay: (_call, request) => (asked.push(request), answer) },
    quoteTokens: {
      sign: async (quote) => (signed.push(quote), 'a token'),
      read: async () => undefined,
    },
    clock: fixedClock('2026-11-20T12:00:00.123456Z'),
    newId: sequentialIds(),
    quoteSeconds: 900,
  };
  return { all, asked, signed };
}

it('signs the price in the resource’s currency, and shows the one that was asked for', async () => {
  const { all, asked, signed } = needs(Promise.resolve(ok(priced)));
  const answer = await createQuote(all, ctx, wish);
  if (!answer.ok) throw new Error(answer.refusal.code);
  expect(contract.response.strict().parse(answer.value)).toEqual(answer.value);
  expect(answer.value).toMatchObject({
    expiresAt: '2026-11-20T12:15:00.123Z',
    signedQuoteToken: 'a token',
    displayTotal: priced.displayTotal,
    quantity: 2,
  });
  expect(asked).toMatchObject([{ purpose: 'quote', displayCurrency: 'USD', quantity: 2 }]);
  expect(signed[0]).toMatchObject({
    id: answer.value.quoteId,
    tenantId: ctx.tenantId,
    total: { minorUnits: 27_000n, currency: 'JPY' },
    stay: { roomTypeId: priced.roomTypeId, timeZone: 'Asia/Tokyo', quantity: 2 },
  });
  expect(signed[0]?.expiresAt.toString()).toBe('2026-11-20T12:15:00.123Z');
});

it('promises nothing that inventory refuses, and says why in its words', async () => {
  const refusal = refuse('unavailable', 'taken', { reasons: ['reserved'] });
  const { all, signed } = needs(Promise.resolve(refusal));
  expect(await createQuote(all, ctx, wish)).toEqual(refusal);
  expect(signed).toEqual([]);
});
