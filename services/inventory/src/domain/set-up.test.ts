// Guards what a PUT of rate plans and of prices may say, and what it makes of what is there.
import { describe, expect, test } from 'vitest';
import { refusePricingEntries, resolvePricing } from './check-pricing.ts';
import type { PricingEntry } from './check-pricing.ts';
import { refuseFxRates } from './check-fx-rates.ts';
import { refuseRoomType } from './check-resource.ts';
import { mergeRatePlans, refuseRatePlanEntries } from './merge-rate-plans.ts';
import { plan } from '../../test/resource.ts';

const euros = { currency: 'EUR' };
const newId = () => 'new';
const entry = { code: 'flex', name: 'Flexible', currency: 'EUR' };

function pointers(refused: { refusal: { extra?: unknown } } | undefined): string[] {
  const { errors } = (refused?.refusal.extra ?? { errors: [] }) as { errors: { pointer: string }[] };
  return errors.map(({ pointer }) => pointer);
}

describe('a PUT of rate plans', () => {
  test('gives a new plan its defaults', () => {
    const merged = mergeRatePlans(euros, [], [entry], newId);
    expect(merged).toMatchObject({
      ok: true,
      value: [{ id: 'new', enabled: true, minStayNights: 1, maxStayNights: null, closedToArrival: false }],
    });
  });
  test('leaves what it does not mention as it was, and can take a maximum away', () => {
    const before = plan({ enabled: false, minStayNights: 3, maxStayNights: 5 });
    const kept = mergeRatePlans(euros, [before], [entry], newId);
    expect(kept).toMatchObject({
      value: [{ id: before.id, enabled: false, minStayNights: 3, maxStayNights: 5 }],
    });
    const freed = mergeRatePlans(euros, [before], [{ ...entry, maxStayNights: null }], newId);
    expect(freed).toMatchObject({ value: [{ maxStayNights: null, minStayNights: 3 }] });
  });
  test('refuses another currency than the resource has', () => {
    const merged = mergeRatePlans(euros, [], [entry, { ...entry, code: 'b', currency: 'USD' }], newId);
    expect(merged.ok ? [] : pointers(merged)).toEqual(['/ratePlans/1/currency']);
  });
  test('refuses a longest stay below the shortest, also against what is stored', () => {
    const merged = mergeRatePlans(
      euros,
      [plan({ minStayNights: 4 })],
      [{ ...entry, maxStayNights: 3 }],
      newId,
    );
    expect(merged.ok ? [] : pointers(merged)).toEqual(['/ratePlans/0/maxStayNights']);
  });
  test('refuses one code twice', () => {
    expect(pointers(refuseRatePlanEntries([entry, { ...entry, name: 'Other' }]))).toEqual([
      '/ratePlans/1/code',
    ]);
  });
});

describe('a PUT of prices', () => {
  const priced = (changes: Partial<PricingEntry>): PricingEntry => ({
    ratePlanCode: 'flex',
    baseAmountMinorUnits: 1n,
    ...changes,
  });
  const season = (from: string, to: string) => ({ name: 's', from, to, multiplierBps: 10_000 });
  const lead = (minDaysAhead: number, maxDaysAhead: number | null) => ({
    minDaysAhead,
    maxDaysAhead,
    multiplierBps: 9_000,
  });

  test('takes seasons that touch and tiers that follow each other', () => {
    const seasons = [season('2027-03-01', '2027-06-01'), season('2027-01-01', '2027-03-01')];
    const leadTimeTiers = [lead(8, null), lead(0, 7)];
    expect(refusePricingEntries([priced({ seasons, leadTimeTiers })])).toBeUndefined();
  });
  test('refuses seasons that overlap or end before they begin', () => {
    const seasons = [
      season('2027-03-01', '2027-06-01'),
      season('2027-05-31', '2027-07-01'),
      season('2028-01-01', '2028-01-01'),
    ];
    expect(pointers(refusePricingEntries([priced({ seasons })]))).toEqual([
      '/pricing/0/seasons/1',
      '/pricing/0/seasons/2/to',
    ]);
  });
  test('refuses lead-time tiers that share a day or end before they begin', () => {
    const refused = refusePricingEntries([
      priced({ leadTimeTiers: [lead(0, 7), lead(7, null), lead(5, 4)] }),
    ]);
    expect(pointers(refused)).toEqual([
      '/pricing/0/leadTimeTiers/1',
      '/pricing/0/leadTimeTiers/2/maxDaysAhead',
    ]);
  });
  test('refuses two tiers for one length and two entries for one plan', () => {
    const lengthOfStayTiers = [
      { minNights: 3, multiplierBps: 1 },
      { minNights: 3, multiplierBps: 2 },
    ];
    const refused = refusePricingEntries([priced({ lengthOfStayTiers }), priced({})]);
    expect(pointers(refused)).toEqual([
      '/pricing/1/ratePlanCode',
      '/pricing/0/lengthOfStayTiers/1/minNights',
    ]);
  });
  test('names a plan of the resource, or none where the resource is generic', () => {
    const code = (kind: 'villa' | 'generic', ratePlanCode: string | null) => {
      const resolved = resolvePricing({ kind }, [plan()], [priced({ ratePlanCode })]);
      return resolved.ok ? resolved.value[0]?.ratePlanId : resolved.refusal.code;
    };
    expect(code('villa', 'flex')).toBe(plan().id);
    expect(code('generic', null)).toBeNull();
    const refused = [code('villa', 'other'), code('villa', null), code('generic', 'flex')];
    expect(refused).toEqual(Array(3).fill('unknown_rate_plan_code'));
  });
});

describe('a resource', () => {
  test('of a lodging kind has a room type, a generic one has none', () => {
    expect(pointers(refuseRoomType('villa', undefined))).toEqual(['/roomTypeId']);
    expect(pointers(refuseRoomType('generic', 'id'))).toEqual(['/roomTypeId']);
    expect([refuseRoomType('villa', 'id'), refuseRoomType('generic', undefined)]).toEqual([
      undefined,
      undefined,
    ]);
  });
});

describe('exchange rates', () => {
  test('lead to another currency, one for each pair and moment', () => {
    const rate = { fromCurrency: 'EUR', toCurrency: 'USD', effectiveAt: '2026-11-20T00:00:00.000Z' };
    expect(refuseFxRates([rate, { ...rate, toCurrency: 'GBP' }])).toBeUndefined();
    const refused = refuseFxRates([rate, rate, { ...rate, toCurrency: 'EUR' }]);
    expect(pointers(refused)).toEqual(['/rates/2/toCurrency', '/rates/1/effectiveAt']);
  });
});
