import type { PriceStayResponse } from '@lodging/contract-inventory';
import { refuse } from '@lodging/kernel';
import type { Bus } from '@lodging/kit-messaging';
import { systemContext } from '@lodging/kit-runtime';
import { expect, it } from 'vitest';
import { buildBill, buildPrice } from '../../../test/build-price.ts';
import { createInventoryClient } from './inventory-client.ts';

const answer: PriceStayResponse = {
  resourceId: '01900000-0000-7000-8000-00000000000b',
  roomTypeId: '01900000-0000-7000-8000-00000000000d',
  ratePlanId: '01900000-0000-7000-8000-00000000000c',
  timezone: 'Asia/Tokyo',
  priceBreakdown: buildPrice('JPY', '27000', { subtotalMinorUnits: '30000' }),
  cancellation: null,
  schedule: [{ purpose: 'stay', amountMinorUnits: '27000', dueAt: '2026-11-20T12:00:00.000Z' }],
  displayTotal: { amountMinorUnits: '18000', currency: 'USD' },
  fx: { effectiveAt: 'then', fromCurrency: 'JPY', rateBps: '66.7', source: 'bank', toCurrency: 'USD' },
};
const stay = {
  resourceId: answer.resourceId,
  window: {
    from: Temporal.Instant.from('2027-03-01T14:00:00Z'),
    to: Temporal.Instant.from('2027-03-03T10:00:00Z'),
  },
  partySize: 2,
  quantity: 2,
  displayCurrency: 'USD',
};
const ctx = systemContext('01900000-0000-7000-8000-00000000000a', true, { timeoutMs: 1_000 });

function clientAnswering(result: unknown) {
  const requests: unknown[] = [];
  const bus = { request: async (_operation: unknown, request: unknown) => (requests.push(request), result) };
  return { client: createInventoryClient(bus as unknown as Bus), requests };
}

it('prices a stay in the resource’s currency, with the display of inventory', async () => {
  const { client, requests } = clientAnswering({ ok: true, value: answer, replayed: false });
  const { displayTotal, fx, priceBreakdown } = answer;
  expect(await client.priceStay(ctx, 'quote', stay)).toEqual({
    ok: true,
    value: {
      stay: {
        resourceId: answer.resourceId,
        roomTypeId: answer.roomTypeId,
        ratePlanId: answer.ratePlanId,
        window: stay.window,
        timeZone: 'Asia/Tokyo',
        quantity: 2,
      },
      total: { minorUnits: 27_000n, currency: 'JPY' },
      bill: buildBill('JPY', '27000', { quantity: 2, nights: [] }),
      cancellation: null,
      schedule: answer.schedule,
      display: { displayTotal, fx, priceBreakdown },
    },
  });
  const { window: _, ...rest } = stay;
  const times = { from: '2027-03-01T14:00:00.000Z', to: '2027-03-03T10:00:00.000Z' };
  expect(requests).toEqual([{ purpose: 'quote', ...rest, ...times }]);
});

it('returns a refusal of inventory unchanged', async () => {
  const refusal = refuse('unavailable', 'taken', { reasons: ['reserved'] });
  expect(await clientAnswering(refusal).client.priceStay(ctx, 'quote', stay)).toEqual(refusal);
});
