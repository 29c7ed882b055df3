import { beforeAll, describe, expect, inject, it } from 'vitest';
import { expectProblem } from '../harness/expect-problem.ts';
import { makeGeneric, makeLodging, makeTenant, type OwnTenant } from '../harness/own-tenant.ts';
import { quote } from '../harness/stay.ts';

const demo = inject('demo');
let tenant: OwnTenant;

beforeAll(async () => {
  tenant = await makeTenant(demo);
});

describe('prices and nights', () => {
  it.each([
    ['Europe/Berlin', '2027-03-27T22:30:00Z', '2027-03-28T22:30:00Z', ['2027-03-27', '2027-03-28']],
    ['Europe/Berlin', '2027-03-28T00:30:00+01:00', '2027-03-29T00:30:00+02:00', ['2027-03-28']],
    ['Europe/Berlin', '2027-10-31T00:30:00+02:00', '2027-11-01T00:30:00+01:00', ['2027-10-31']],
    ['America/New_York', '2027-03-14T00:15:00-05:00', '2027-03-15T00:15:00-04:00', ['2027-03-14']],
    ['Australia/Lord_Howe', '2027-04-03T23:00:00+11:00', '2027-04-04T23:00:00+10:30', ['2027-04-03']],
  ])(
    'counts the nights of %s over a clock change by dates, from %s',
    async (timezone, from, to, expected) => {
      const room = await makeLodging(tenant.secret, { timezone });
      const priced = await quote(tenant.secret, {
        resourceId: room.id,
        ratePlanId: room.ratePlanId,
        from,
        to,
        partySize: 2,
      });
      const dates = priced.priceBreakdown.nights.map((night) => night.date);
      // The first row's window ends at 00:30 local of the 29th, since the clock moved.
      expect(dates).toEqual(expected);
      expect(priced.priceBreakdown.totalMinorUnits).toBe(String(10_000 * expected.length));
    },
  );

  it('prices a generic resource per started local day', async () => {
    const bike = await makeGeneric(tenant.secret, 'Europe/Berlin');
    const window = { from: '2027-06-01T22:00:00+02:00', to: '2027-06-02T02:00:00+02:00' };
    const priced = await quote(tenant.secret, { resourceId: bike.id, ...window, partySize: 1 });
    expect(priced.ratePlanId).toBeNull();
    expect(priced.priceBreakdown.nights.map((night) => night.date)).toEqual(['2027-06-01', '2027-06-02']);
    expect(priced.priceBreakdown.totalMinorUnits).toBe('5000');
  });

  it('applies day of week, season, length of stay and lead time, and shows each', async () => {
    const room = await makeLodging(tenant.secret, {
      pricing: {
        dayOfWeekMultipliersBps: { fri: 12_500 },
        seasons: [{ name: 'July', from: '2027-07-01', to: '2027-08-01', multiplierBps: 11_111 }],
        lengthOfStayTiers: [
          { minNights: 2, multiplierBps: 9_500 },
          { minNights: 7, multiplierBps: 9_000 },
        ],
        leadTimeTiers: [{ minDaysAhead: 0, maxDaysAhead: null, multiplierBps: 10_500 }],
      },
    });
    const window = { from: '2027-07-02T12:00:00Z', to: '2027-07-04T10:00:00Z' };
    const priced = await quote(tenant.secret, {
      resourceId: room.id,
      ratePlanId: room.ratePlanId,
      ...window,
      partySize: 1,
    });
    expect(priced.priceBreakdown).toEqual({
      currency: 'EUR',
      nights: [
        // 10000 × 1.25 × 1.1111 = 13888.75
        {
          date: '2027-07-02',
          baseAmountMinorUnits: '10000',
          dayOfWeekMultiplierBps: 12_500,
          seasonalMultiplierBps: 11_111,
          occupancyMultiplierBps: 10_000,
          extraGuestsMinorUnits: '0',
          amountMinorUnits: '13889',
        },
        {
          date: '2027-07-03',
          baseAmountMinorUnits: '10000',
          dayOfWeekMultiplierBps: 10_000,
          seasonalMultiplierBps: 11_111,
          occupancyMultiplierBps: 10_000,
          extraGuestsMinorUnits: '0',
          amountMinorUnits: '11111',
        },
      ],
      subtotalMinorUnits: '25000',
      leadTimeAdjustment: { kind: 'surcharge', amountMinorUnits: '1250', multiplierBps: 10_500 },
      lengthOfStayAdjustment: { kind: 'discount', amountMinorUnits: '1250', multiplierBps: 9_500 },
      roomTotalMinorUnits: '25000',
      discountMinorUnits: '0',
      accommodationMinorUnits: '25000',
      lines: [],
      includedTaxMinorUnits: '0',
      addedTaxMinorUnits: '0',
      feesMinorUnits: '0',
      extrasMinorUnits: '0',
      dueAtPropertyMinorUnits: '0',
      totalMinorUnits: '25000',
    });
  });

  it('shows the total in another currency with its minor units, and keeps the currency of the stay', async () => {
    const effectiveAt = new Date().toISOString();
    const put = await tenant.admin.put('/admin/v1/fx-rates', {
      rates: [{ fromCurrency: 'EUR', toCurrency: 'JPY', rate: '163.25', effectiveAt, source: 'test' }],
    });
    expect(put.status).toBe(200);
    const room = await makeLodging(tenant.secret);
    const window = { from: '2027-02-01T12:00:00Z', to: '2027-02-02T10:00:00Z' };
    const requestedStay = { resourceId: room.id, ratePlanId: room.ratePlanId, ...window, partySize: 1 };
    const shown = await tenant.secret.post('/v1/quotes', { ...requestedStay, currency: 'JPY' });
    expect(shown.body).toMatchObject({
      displayTotal: { amountMinorUnits: '16325', currency: 'JPY' },
      fx: { fromCurrency: 'EUR', toCurrency: 'JPY', rateBps: '1632500', source: 'test', effectiveAt },
      priceBreakdown: { currency: 'EUR', totalMinorUnits: '10000' },
    });
    const same = await quote(tenant.secret, requestedStay);
    expect(same.fx).toMatchObject({
      rateBps: '10000',
      source: 'identity',
      fromCurrency: 'EUR',
      toCurrency: 'EUR',
    });
    expectProblem(
      await tenant.secret.post('/v1/quotes', { ...requestedStay, currency: 'XXX' }),
      422,
      'fx_rate_unavailable',
    );
  });

  it('lists the dates without a price', async () => {
    const room = await makeLodging(tenant.secret, { baseAmountMinorUnits: null });
    const window = { from: '2027-02-01T12:00:00Z', to: '2027-02-03T10:00:00Z' };
    const answer = await tenant.secret.post('/v1/quotes', {
      resourceId: room.id,
      ratePlanId: room.ratePlanId,
      ...window,
      partySize: 1,
    });
    expect(expectProblem(answer, 422, 'no_pricing_rule').missingDates).toEqual(['2027-02-01', '2027-02-02']);
  });

  it('the next quote shows a changed price and a changed plan', async () => {
    const room = await makeLodging(tenant.secret);
    const window = { from: '2027-02-01T12:00:00Z', to: '2027-02-02T10:00:00Z' };
    const requestedStay = { resourceId: room.id, ratePlanId: room.ratePlanId, ...window, partySize: 1 };
    expect((await quote(tenant.secret, requestedStay)).priceBreakdown.totalMinorUnits).toBe('10000');
    await tenant.secret.put(`/v1/resources/${room.id}/pricing`, {
      pricing: [{ ratePlanCode: 'flex', baseAmountMinorUnits: '4242' }],
    });
    expect((await quote(tenant.secret, requestedStay)).priceBreakdown.totalMinorUnits).toBe('4242');
    await tenant.secret.put(`/v1/resources/${room.id}/rates`, {
      ratePlans: [{ code: 'flex', name: 'Flexible', currency: 'EUR', minStayNights: 3 }],
    });
    expect(
      expectProblem(await tenant.secret.post('/v1/quotes', requestedStay), 409, 'unavailable').reasons,
    ).toEqual(['min_stay']);
  });
});
