import { ok, refuse } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import { fixedClock, sequentialIds } from '@lodging/kit-testing';
import { expect, it } from 'vitest';
import { buildBill, buildPrice } from '../../../test/build-price.ts';
import { depsOf } from '../../../test/deps-of.ts';
import { noBookingDetails } from '../../domain/stay/reservation.ts';
import type { PricedStay } from '../../ports/neighbours.ts';
import { createBooking } from './create-booking.ts';
import type { CreateBookingDeps } from './create-booking.ts';

const ctx: RequestContext = {
  tenantId: '01900000-0000-7000-8000-00000000000a',
  livemode: true,
  requestId: 'request',
  deadline: 0,
  caller: { kind: 'secret', permissions: [] },
};
const window = {
  from: Temporal.Instant.from('2027-03-01T14:00:00Z'),
  to: Temporal.Instant.from('2027-03-03T10:00:00Z'),
};
const resourceId = '01900000-0000-7000-8000-00000000000b';
const ids = { roomTypeId: resourceId, ratePlanId: resourceId };
const priced: PricedStay = {
  stay: { resourceId, ...ids, window, timeZone: 'Europe/Vienna', quantity: 1 },
  total: { minorUnits: 20_000n, currency: 'EUR' },
  bill: buildBill('EUR', '20000'),
  cancellation: null,
  schedule: [],
  display: {
    displayTotal: { amountMinorUnits: '20000', currency: 'EUR' },
    fx: { effectiveAt: 'then', fromCurrency: 'EUR', rateBps: '10000', source: 'bank', toCurrency: 'EUR' },
    priceBreakdown: buildPrice('EUR', '20000'),
  },
};
const request = {
  idempotencyKey: '01900000-0000-7000-8000-00000000000e',
  fingerprint: 'of this body',
  stay: { resourceId, window, partySize: 1, quantity: 1 },
  details: { ...noBookingDetails, externalReference: 'REF-1' },
  paidOffline: true,
};

function depsWith(priceStay: CreateBookingDeps['inventory']['priceStay']) {
  const looked: string[] = [];
  const deps = depsOf<CreateBookingDeps>({
    inventory: { priceStay },
    creations: {
      findByKey: async (_tenantId, key) => void looked.push(key),
      create: async () => ({ kind: 'reference_taken', reservationId: resourceId }),
    },
    reservations: {},
    payments: {},
    logFailure: () => undefined,
    clock: fixedClock('2026-11-20T12:00:00Z'),
    newId: sequentialIds(),
    holdSeconds: 900,
  });
  return { deps, looked };
}

it('does not read the key of a booking before it is inserted', async () => {
  const { deps, looked } = depsWith(async () => ok(priced));
  expect(await createBooking(deps, ctx, request)).toMatchObject({
    refusal: { code: 'external_reference_taken' },
  });
  expect(looked).toEqual([]);
});

it('reads the key where the stay is refused, or cannot be priced: a repeated request is answered as before', async () => {
  const refused = depsWith(async () => refuse('unavailable', 'taken'));
  expect(await createBooking(refused.deps, ctx, request)).toMatchObject({ refusal: { code: 'unavailable' } });
  expect(refused.looked).toEqual([request.idempotencyKey]);
  const down = depsWith(() => Promise.reject(new Error('inventory is down')));
  await expect(createBooking(down.deps, ctx, request)).rejects.toThrow('inventory is down');
  expect(down.looked).toEqual([request.idempotencyKey]);
});
