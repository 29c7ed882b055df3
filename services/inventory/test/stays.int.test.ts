import { randomUUID } from 'node:crypto';
import { fixedClock } from '@lodging/kit-testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCourt } from './create-court.ts';
import { createVilla, nights, stayRequest } from './create-villa.ts';
import { createReplica, outcomeOf, startInventory, valueOf } from './start-inventory.ts';
import type { TestInventory } from './start-inventory.ts';

const NIL = '00000000-0000-0000-0000-000000000000';
let inventory: TestInventory;
beforeAll(async () => {
  inventory = await startInventory();
});
afterAll(() => inventory.stop());

const availabilityOf = (
  resourceId: string,
  changes: { from?: string; to?: string; partySize?: number } = {},
) => ({
  resourceId,
  partySize: 2,
  ...nights(),
  ...changes,
});
async function reasons(tenantId: string, resourceId: string, client = inventory.client): Promise<string[]> {
  return valueOf(await client.findAvailability(tenantId, availabilityOf(resourceId))).reasons;
}

describe('find-availability', () => {
  it('returns the request with no reasons for a free villa', async () => {
    const { tenantId, resourceId } = await createVilla(inventory.client);
    const request = availabilityOf(resourceId);
    const answer = valueOf(await inventory.client.findAvailability(tenantId, request));
    expect(answer).toEqual({ ...request, available: true, reasons: [] });
  });

  it('has the reasons of a quote for as many units, children and the plan', async () => {
    const villa = await createVilla(inventory.client, { units: 3 });
    const { tenantId, resourceId, ratePlanId } = villa;
    const plans = [
      { code: 'flex', name: 'Flexible', currency: 'EUR' },
      { code: 'long', name: 'Long', currency: 'EUR', minStayNights: 9 },
    ];
    const rates = valueOf(await inventory.client.putRates(tenantId, { resourceId, ratePlans: plans }));
    const long = rates.ratePlans.find(({ code }) => code === 'long')?.id ?? '';
    const claim = { claimId: randomUUID(), resourceId, quantity: 2, expiresAt: null, ...nights(1) };
    valueOf(await inventory.client.claimUnits(tenantId, claim));
    const pricing = [{ ratePlanCode: 'long', baseAmountMinorUnits: '10000' }];
    valueOf(await inventory.client.putPricing(tenantId, { resourceId, pricing }));
    const reasonsOf = async (changes: { ratePlanId?: string }) =>
      valueOf(
        await inventory.client.findAvailability(tenantId, { ...availabilityOf(resourceId), ...changes }),
      ).reasons;
    const quoted = async (changes: object) => {
      const priced = await inventory.client.priceStay(tenantId, stayRequest(villa, changes));
      return priced.ok ? [] : priced.refusal.extra?.['reasons'];
    };
    for (const plan of [ratePlanId, long])
      for (const changes of [
        {},
        { quantity: 1 },
        { quantity: 2 },
        { quantity: 4 },
        { partySize: 4, occupancyChildren: 2 },
        { partySize: 4, occupancyChildren: 3 },
        { partySize: 8, quantity: 2, occupancyChildren: 4 },
        { partySize: 1, occupancyChildren: 2 },
      ]) {
        const stay = { ...changes, ratePlanId: plan };
        expect(await reasonsOf(stay), JSON.stringify(stay)).toEqual(await quoted(stay));
      }
    expect(await reasonsOf({})).toEqual([]);
    expect(await reasonsOf({ ratePlanId: long })).toEqual(['min_stay']);
  });

  it('refuses a plan that the resource does not have', async () => {
    const { tenantId, resourceId } = await createVilla(inventory.client);
    const other = await createVilla(inventory.client, { tenantId });
    const court = await createCourt(inventory.client, { tenantId });
    const outcome = async (id: string, ratePlanId: string, changes: object = {}) =>
      outcomeOf(
        await inventory.client.findAvailability(tenantId, { ...availabilityOf(id, changes), ratePlanId }),
      );
    expect(await outcome(resourceId, other.ratePlanId)).toBe('rate_plan_not_found');
    expect(await outcome(court.resourceId, other.ratePlanId)).toBe('rate_plan_not_found');
    expect(await outcome(randomUUID(), other.ratePlanId)).toBe('resource_not_found');
    const over = { from: '2020-01-01T12:00:00Z', to: '2020-01-03T12:00:00Z' };
    expect(await outcome(resourceId, other.ratePlanId, over)).toBe('rate_plan_not_found');
    expect(await outcome(other.resourceId, other.ratePlanId, { ...over, to: over.from })).toBe(
      'invalid_window',
    );
  });

  it('is never older than the last commit, on every replica', async () => {
    const { tenantId, resourceId } = await createVilla(inventory.client);
    const other = createReplica(inventory.db);
    const both = async () => [
      await reasons(tenantId, resourceId),
      await reasons(tenantId, resourceId, other),
    ];
    expect(await both()).toEqual([[], []]);
    const plan = { code: 'flex', name: 'Flexible', currency: 'EUR' };
    const put = (changes: object) =>
      inventory.client.putRates(tenantId, { resourceId, ratePlans: [{ ...plan, ...changes }] });
    valueOf(await put({ minStayNights: 9 }));
    expect(await both()).toEqual([['min_stay'], ['min_stay']]);
    valueOf(await put({ enabled: false }));
    expect(await both()).toEqual([['stop_sell'], ['stop_sell']]);
    valueOf(await put({ enabled: true, minStayNights: 1 }));
    valueOf(await other.updateResource(tenantId, { resourceId, changes: { capacity: 1 } }));
    expect(await both()).toEqual([['occupancy_exceeded'], ['occupancy_exceeded']]);
    const claim = { claimId: randomUUID(), resourceId, quantity: 1, expiresAt: null, ...nights(1) };
    valueOf(await other.claimUnits(tenantId, claim));
    expect(await both()).toEqual(Array(2).fill(['occupancy_exceeded', 'reserved']));
    valueOf(await other.releaseClaim(tenantId, { ...claim, reason: 'cancelled' }));
    expect(await both()).toEqual([['occupancy_exceeded'], ['occupancy_exceeded']]);
  });

  it('is correct while the configuration changes', async () => {
    const { tenantId, resourceId } = await createVilla(inventory.client);
    const plan = { code: 'flex', name: 'Flexible', currency: 'EUR' };
    for (let round = 1; round <= 15; round += 1) {
      const minStayNights = round % 2 === 0 ? 1 : 9;
      const reading = Promise.all([1, 2, 3, 4].map(() => reasons(tenantId, resourceId)));
      valueOf(
        await inventory.client.putRates(tenantId, { resourceId, ratePlans: [{ ...plan, minStayNights }] }),
      );
      expect(await reasons(tenantId, resourceId)).toEqual(minStayNights === 9 ? ['min_stay'] : []);
      await reading;
    }
  });

  it('does not count an expired lease before its release', async () => {
    const { tenantId, resourceId } = await createVilla(inventory.client);
    const expiresAt = Temporal.Now.instant().subtract({ seconds: 1 }).toString();
    valueOf(
      await inventory.client.claimUnits(tenantId, {
        claimId: randomUUID(),
        resourceId,
        quantity: 1,
        expiresAt,
        ...nights(),
      }),
    );
    expect(await reasons(tenantId, resourceId)).toEqual([]);
  });

  it('applies the restrictions of each night, a later entry before an earlier one', async () => {
    const { tenantId, resourceId, ratePlanId } = await createVilla(inventory.client);
    const arrival = nights().from.slice(0, 10);
    await inventory.db.inTenant(tenantId, async (tx) => {
      const restrict = (stopSell: boolean) =>
        tx.query(
          `INSERT INTO restrictions (tenant_id, id, resource_id, rate_plan_id, from_date, to_date, stop_sell)
           VALUES ($1, gen_random_uuid(), $2, $3, $4::date + 1, $4::date + 2, $5)`,
          [tenantId, resourceId, ratePlanId, arrival, stopSell],
        );
      await restrict(false);
      await restrict(true);
      await tx.query(
        'UPDATE resources SET config_version = config_version + 1 WHERE tenant_id = $1 AND id = $2',
        [tenantId, resourceId],
      );
    });
    expect(await reasons(tenantId, resourceId)).toEqual(['stop_sell']);
  });

  it('refuses a resource of another tenant like an unknown one', async () => {
    const { resourceId, tenantId } = await createVilla(inventory.client);
    await reasons(tenantId, resourceId);
    const foreign = await inventory.client.findAvailability(randomUUID(), availabilityOf(resourceId));
    const unknown = await inventory.client.findAvailability(tenantId, availabilityOf(randomUUID()));
    expect(foreign).toEqual(unknown);
    expect(outcomeOf(foreign)).toBe('resource_not_found');
  });

  it('refuses windows that are no stay, of any length', async () => {
    const { tenantId, resourceId } = await createVilla(inventory.client);
    const outcome = async (from: string, to: string) =>
      outcomeOf(await inventory.client.findAvailability(tenantId, availabilityOf(resourceId, { from, to })));
    const { from } = nights();
    expect(await outcome(from, from)).toBe('invalid_window');
    expect(await outcome('1900-01-01T00:00:00.000Z', '9999-12-31T00:00:00.000Z')).toBe('invalid_window');
    expect(await outcome('9999-12-30T00:00:00.000Z', '9999-12-31T00:00:00.000Z')).toBe('invalid_window');
    expect(await outcome('1900-01-01T00:00:00.000Z', '1900-01-03T00:00:00.000Z')).toMatchObject({
      available: true,
    });
  });
});

describe('price-stay', () => {
  it('prices each night, and has the same total without a display currency', async () => {
    const sold = await createVilla(inventory.client);
    const priced = valueOf(await inventory.client.priceStay(sold.tenantId, stayRequest(sold)));
    expect(priced).toMatchObject({
      resourceId: sold.resourceId,
      ratePlanId: sold.ratePlanId,
      timezone: 'Europe/Berlin',
      priceBreakdown: { currency: 'EUR', subtotalMinorUnits: '30000', totalMinorUnits: '30000' },
      displayTotal: { amountMinorUnits: '30000', currency: 'EUR' },
      fx: { fromCurrency: 'EUR', toCurrency: 'EUR', rateBps: '10000', source: 'identity' },
    });
    expect(priced.priceBreakdown.nights.map(({ date }) => date)[0]).toBe(nights().from.slice(0, 10));
  });

  it('uses the nightly rate of a date instead of the base amount', async () => {
    const sold = await createVilla(inventory.client);
    const [arrival] = nights().from.split('T');
    await inventory.db.inTenant(sold.tenantId, (tx) =>
      tx.query(`INSERT INTO nightly_rates VALUES ($1, $2, $3::date + 1, 12345), ($1, $2, $3::date + 3, 1)`, [
        sold.tenantId,
        sold.ratePlanId,
        arrival,
      ]),
    );
    const { priceBreakdown } = valueOf(await inventory.client.priceStay(sold.tenantId, stayRequest(sold)));
    expect(priceBreakdown.nights.map((night) => night.amountMinorUnits)).toEqual(['10000', '12345', '10000']);
  });

  it('has a changed price on the next read', async () => {
    const sold = await createVilla(inventory.client);
    for (const base of ['20000', '30000']) {
      const pricing = [{ ratePlanCode: 'flex', baseAmountMinorUnits: base }];
      valueOf(await inventory.client.putPricing(sold.tenantId, { resourceId: sold.resourceId, pricing }));
      const { priceBreakdown } = valueOf(await inventory.client.priceStay(sold.tenantId, stayRequest(sold)));
      expect(priceBreakdown.nights[0]?.amountMinorUnits).toBe(base);
    }
  });

  it('counts lead time in local days of the resource', async () => {
    const clock = fixedClock('2027-03-10T22:30:00Z');
    const client = createReplica(inventory.db, clock);
    const sold = await createVilla(inventory.client);
    const leadTimeTiers = [{ minDaysAhead: 2, maxDaysAhead: 2, multiplierBps: 9_000 }];
    const pricing = [{ ratePlanCode: 'flex', baseAmountMinorUnits: '10000', leadTimeTiers }];
    valueOf(await client.putPricing(sold.tenantId, { resourceId: sold.resourceId, pricing }));
    const kind = async () => {
      const stay = stayRequest(sold, { from: '2027-03-12T14:00:00Z', to: '2027-03-13T09:00:00Z' });
      return valueOf(await client.priceStay(sold.tenantId, stay)).priceBreakdown.leadTimeAdjustment.kind;
    };
    expect(await kind()).toBe('discount');
    // 00:30 in Berlin: one day less.
    clock.advance({ hours: 1 });
    expect(await kind()).toBe('none');
  });

  it('refuses in the documented order', async () => {
    const sold = await createVilla(inventory.client);
    const outcome = async (changes: object) =>
      outcomeOf(await inventory.client.priceStay(sold.tenantId, stayRequest(sold, changes)));
    const { from } = nights();
    expect(await outcome({ resourceId: randomUUID(), to: from })).toBe('invalid_window');
    expect(await outcome({ resourceId: randomUUID() })).toBe('resource_not_found');
    expect(await outcome({ ratePlanId: undefined })).toBe('rate_plan_required');
    expect(await outcome({ ratePlanId: randomUUID() })).toBe('rate_plan_not_found');
    expect(await outcome({ from: '2020-01-01T12:00:00Z', to: '2020-01-03T12:00:00Z' })).toBe(
      'invalid_window',
    );
    expect(await outcome({ partySize: 9, displayCurrency: 'XXX' })).toBe('unavailable');
    expect(await outcome({ displayCurrency: 'XXX' })).toBe('fx_rate_unavailable');
    const afterwards = { purpose: 'booking', from: '2020-01-01T12:00:00Z', to: '2020-01-03T12:00:00Z' };
    expect(await outcome(afterwards)).toMatchObject({ priceBreakdown: { totalMinorUnits: '20000' } });
  });

  it('lists the reasons, or the dates without a price', async () => {
    const sold = await createVilla(inventory.client);
    const tooMany = await inventory.client.priceStay(sold.tenantId, stayRequest(sold, { partySize: 9 }));
    expect(tooMany).toMatchObject({
      refusal: { code: 'unavailable', extra: { reasons: ['occupancy_exceeded'] } },
    });
    const pricing = [{ ratePlanCode: 'flex', baseAmountMinorUnits: null }];
    valueOf(await inventory.client.putPricing(sold.tenantId, { resourceId: sold.resourceId, pricing }));
    const unpriced = await inventory.client.priceStay(sold.tenantId, stayRequest(sold, nights(0, 1)));
    const missingDates = [nights().from.slice(0, 10)];
    expect(unpriced).toMatchObject({ refusal: { code: 'no_pricing_rule', extra: { missingDates } } });
  });

  it('prices each started local day of a generic resource, and refuses a plan for it', async () => {
    const sold = await createVilla(inventory.client);
    const { tenantId } = sold;
    const { resourceId } = await createCourt(inventory.client, { tenantId });
    const pricing = [{ ratePlanCode: null, baseAmountMinorUnits: '5000' }];
    valueOf(await inventory.client.putPricing(tenantId, { resourceId, pricing }));
    const day = nights().from.slice(0, 10);
    const evening = {
      resourceId,
      from: `${day}T20:00:00Z`,
      to: Temporal.Instant.from(`${day}T20:00:00Z`).add({ hours: 6 }).toString(),
    };
    const { ratePlanId, ...withoutPlan } = stayRequest(sold, evening);
    expect(outcomeOf(await inventory.client.priceStay(tenantId, { ...withoutPlan, ratePlanId }))).toBe(
      'rate_plan_required',
    );
    const priced = valueOf(await inventory.client.priceStay(tenantId, withoutPlan));
    expect(priced).toMatchObject({
      roomTypeId: null,
      ratePlanId: null,
      priceBreakdown: { totalMinorUnits: '10000' },
    });
    const hour = (start: number) => ({ from: `${day}T${start}:00:00Z`, to: `${day}T${start + 1}:00:00Z` });
    valueOf(
      await inventory.client.claimUnits(tenantId, {
        claimId: randomUUID(),
        resourceId,
        quantity: 1,
        expiresAt: null,
        ...hour(10),
      }),
    );
    const free = async (start: number) =>
      valueOf(await inventory.client.findAvailability(tenantId, availabilityOf(resourceId, hour(start))))
        .reasons;
    expect([await free(11), await free(10), await free(12)]).toEqual([[], ['reserved'], []]);
  });

  it('converts the total by the newest rate, on the next read after its publication', async () => {
    const now = Temporal.Now.instant();
    const rate = (value: string, hours: number) => ({
      fromCurrency: 'EUR',
      toCurrency: 'KWD',
      rate: value,
      effectiveAt: now.subtract({ hours }).toString({ smallestUnit: 'millisecond' }),
      source: 'desk',
    });
    const sold = await createVilla(inventory.client);
    const shown = async () => {
      const { displayTotal, fx } = valueOf(
        await inventory.client.priceStay(sold.tenantId, stayRequest(sold, { displayCurrency: 'KWD' })),
      );
      return [displayTotal.amountMinorUnits, fx.rateBps, fx.source];
    };
    valueOf(
      await inventory.client.putFxRates(NIL, { rates: [rate('0.3000', 5), rate('9', -5), rate('8', 200)] }),
    );
    expect(await shown()).toEqual(['90000', '3000', 'desk']);
    valueOf(await inventory.client.putFxRates(NIL, { rates: [rate('0.31', 5)] }));
    expect(await shown()).toEqual(['93000', '3100', 'desk']);
  });

  it('refuses exchange rates of any tenant but the platform', async () => {
    const effectiveAt = Temporal.Now.instant().toString();
    const rates = [{ fromCurrency: 'SEK', toCurrency: 'NOK', rate: '1', effectiveAt, source: 'me' }];
    await expect(inventory.client.putFxRates(randomUUID(), { rates })).rejects.toMatchObject({
      message: expect.stringContaining('row-level security'),
    });
  });
});
