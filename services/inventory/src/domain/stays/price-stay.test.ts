import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { priceStay } from './price-stay.ts';
import type { StayPrice, StayToPrice } from './price-stay.ts';
import type { Pricing } from '../resources/resource.ts';

const anyBps = fc.integer({ min: 0, max: 1_000_000 });
const MONDAY = Temporal.PlainDate.from('2027-06-07');
const datesFrom = (start: number, count: number) =>
  Array.from({ length: count }, (_, index) => MONDAY.add({ days: start + index }).toString());

function toPrice(pricing: Partial<Pricing>, changes: Partial<StayToPrice> = {}): StayToPrice {
  return {
    dates: datesFrom(0, 3),
    quantity: 1,
    daysAhead: 30,
    pricing: { baseAmountMinorUnits: 10_000n, ...pricing },
    nightlyRates: new Map(),
    ...changes,
  };
}

function priceOf(stay: StayToPrice): StayPrice {
  const priced = priceStay(stay);
  if (!priced.ok) throw new Error(priced.refusal.detail);
  return priced.value;
}

describe('a night', () => {
  test('is the base times both multipliers, rounded half up once', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 9n }), anyBps, anyBps, (base, mon, season) => {
        const seasons = [{ name: 's', from: '2027-06-07', to: '2027-06-08', multiplierBps: season }];
        const stay = toPrice(
          { baseAmountMinorUnits: base, dayOfWeekMultipliersBps: { mon }, seasons },
          { dates: datesFrom(0, 1) },
        );
        // The model: whole hundred-millionths, then the remainder decides the rounding.
        const exact = base * BigInt(mon) * BigInt(season);
        const rest = exact % 100_000_000n;
        const expected = exact / 100_000_000n + (rest >= 50_000_000n ? 1n : 0n);
        expect(priceOf(stay).nights[0]?.amountMinorUnits).toBe(expected);
      }),
    );
  });
  test('has the multipliers of its weekday and of its season', () => {
    const seasons = [{ name: 'fair', from: '2027-06-08', to: '2027-06-09', multiplierBps: 20_000 }];
    const { nights } = priceOf(toPrice({ dayOfWeekMultipliersBps: { tue: 15_000, wed: 5_000 }, seasons }));
    expect(nights.map((night) => night.amountMinorUnits)).toEqual([10_000n, 30_000n, 5_000n]);
    expect(nights[1]).toMatchObject({ dayOfWeekMultiplierBps: 15_000, seasonalMultiplierBps: 20_000 });
  });
  test('uses the rate of its date instead of the base, with the same multipliers', () => {
    const nightlyRates = new Map([['2027-06-08', 7_777n]]);
    const { nights } = priceOf(toPrice({ dayOfWeekMultipliersBps: { tue: 20_000 } }, { nightlyRates }));
    expect(nights[1]).toMatchObject({ baseAmountMinorUnits: 7_777n, amountMinorUnits: 15_554n });
  });
});

describe('a date without a price', () => {
  test('refuses the stay, and every such date is listed', () => {
    const nightlyRates = new Map([['2027-06-08', 1n]]);
    const priced = priceStay(toPrice({ baseAmountMinorUnits: null }, { nightlyRates }));
    expect(priced).toMatchObject({
      ok: false,
      refusal: { code: 'no_pricing_rule', extra: { missingDates: ['2027-06-07', '2027-06-09'] } },
    });
  });
  test('is any date without a rate and without a base', () => {
    const priced = priceStay({ ...toPrice({}), pricing: undefined });
    expect(priced).toMatchObject({ refusal: { extra: { missingDates: datesFrom(0, 3) } } });
  });
  test('is also one whose price has more than fifteen digits', () => {
    const seasons = [{ name: 's', from: '2027-01-01', to: '2028-01-01', multiplierBps: 1_000_000 }];
    const priced = priceStay(toPrice({ baseAmountMinorUnits: 999_999_999_999_999n, seasons }));
    expect(priced).toMatchObject({ ok: false, refusal: { code: 'no_pricing_rule' } });
  });
});

describe('the total', () => {
  const anyStay = fc.record({
    base: fc.bigInt({ min: 0n, max: 10n ** 7n }),
    count: fc.integer({ min: 1, max: 20 }),
    quantity: fc.integer({ min: 1, max: 9 }),
    daysAhead: fc.integer({ min: -3, max: 40 }),
    lead: anyBps,
    length: anyBps,
  });
  test('is the nights times the quantity, plus or minus both adjustments, never below zero', () => {
    fc.assert(
      fc.property(anyStay, ({ base, count, quantity, daysAhead, lead, length }) => {
        const price = priceOf(
          toPrice(
            {
              baseAmountMinorUnits: base,
              leadTimeTiers: [{ minDaysAhead: 10, maxDaysAhead: 20, multiplierBps: lead }],
              lengthOfStayTiers: [{ minNights: 7, multiplierBps: length }],
            },
            { dates: datesFrom(0, count), quantity, daysAhead },
          ),
        );
        const subtotal = base * BigInt(count * quantity);
        const change = (applies: boolean, bps: number) => {
          const size = (subtotal * BigInt(Math.abs(bps - 10_000)) * 2n + 10_000n) / 20_000n;
          return applies ? (bps < 10_000 ? -size : size) : 0n;
        };
        const total =
          subtotal + change(daysAhead >= 10 && daysAhead <= 20, lead) + change(count >= 7, length);
        expect(price.subtotalMinorUnits).toBe(subtotal);
        expect(price.totalMinorUnits).toBe(total < 0n ? 0n : total);
      }),
    );
  });
  test('has the kind, the absolute amount and the multiplier of each adjustment', () => {
    const price = priceOf(
      toPrice({
        leadTimeTiers: [{ minDaysAhead: 0, maxDaysAhead: null, multiplierBps: 9_000 }],
        lengthOfStayTiers: [{ minNights: 3, multiplierBps: 10_500 }],
      }),
    );
    expect(price.leadTimeAdjustment).toEqual({
      kind: 'discount',
      amountMinorUnits: 3_000n,
      multiplierBps: 9_000,
    });
    expect(price.lengthOfStayAdjustment).toEqual({
      kind: 'surcharge',
      amountMinorUnits: 1_500n,
      multiplierBps: 10_500,
    });
    expect(price.totalMinorUnits).toBe(28_500n);
  });
  test('has no adjustment where no tier matches or a tier is neutral', () => {
    const none = { kind: 'none', amountMinorUnits: 0n, multiplierBps: 10_000 };
    const price = priceOf(
      toPrice({
        leadTimeTiers: [{ minDaysAhead: 31, maxDaysAhead: null, multiplierBps: 1 }],
        lengthOfStayTiers: [{ minNights: 2, multiplierBps: 10_000 }],
      }),
    );
    expect([price.leadTimeAdjustment, price.lengthOfStayAdjustment]).toEqual([none, none]);
  });
  test('uses the matching length-of-stay tier with the most nights, in any order of the list', () => {
    const lengthOfStayTiers = [
      { minNights: 3, multiplierBps: 8_000 },
      { minNights: 2, multiplierBps: 9_000 },
      { minNights: 4, multiplierBps: 7_000 },
    ];
    expect(priceOf(toPrice({ lengthOfStayTiers })).lengthOfStayAdjustment.multiplierBps).toBe(8_000);
  });
  test('includes both bounds of a lead-time tier', () => {
    const leadTimeTiers = [{ minDaysAhead: 5, maxDaysAhead: 7, multiplierBps: 5_000 }];
    const kinds = [4, 5, 7, 8].map(
      (daysAhead) => priceOf(toPrice({ leadTimeTiers }, { daysAhead })).leadTimeAdjustment.kind,
    );
    expect(kinds).toEqual(['none', 'discount', 'discount', 'none']);
  });
});
