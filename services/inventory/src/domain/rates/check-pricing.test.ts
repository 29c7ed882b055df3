import { describe, expect, test } from 'vitest';
import { plan } from '../../../test/build-resource.ts';
import { validationPointers } from '../../../test/validation-pointers.ts';
import { checkPricingEntries, resolvePricing } from './check-pricing.ts';
import type { PricingEntry } from './check-pricing.ts';

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

  test('accepts adjacent seasons and tiers', () => {
    const seasons = [season('2027-03-01', '2027-06-01'), season('2027-01-01', '2027-03-01')];
    const leadTimeTiers = [lead(8, null), lead(0, 7)];
    expect(checkPricingEntries([priced({ seasons, leadTimeTiers })])).toBeUndefined();
  });
  test('refuses seasons that overlap or end before they begin', () => {
    const seasons = [
      season('2027-03-01', '2027-06-01'),
      season('2027-05-31', '2027-07-01'),
      season('2028-01-01', '2028-01-01'),
    ];
    expect(validationPointers(checkPricingEntries([priced({ seasons })]))).toEqual([
      '/pricing/0/seasons/1',
      '/pricing/0/seasons/2/to',
    ]);
  });
  test('refuses lead-time tiers that share a day or end before they begin', () => {
    const refused = checkPricingEntries([priced({ leadTimeTiers: [lead(0, 7), lead(7, null), lead(5, 4)] })]);
    expect(validationPointers(refused)).toEqual([
      '/pricing/0/leadTimeTiers/1',
      '/pricing/0/leadTimeTiers/2/maxDaysAhead',
    ]);
  });
  test('refuses two tiers of one length and two entries of one plan', () => {
    const lengthOfStayTiers = [
      { minNights: 3, multiplierBps: 1 },
      { minNights: 3, multiplierBps: 2 },
    ];
    const refused = checkPricingEntries([priced({ lengthOfStayTiers }), priced({})]);
    expect(validationPointers(refused)).toEqual([
      '/pricing/1/ratePlanCode',
      '/pricing/0/lengthOfStayTiers/1/minNights',
    ]);
  });
  test('refers to a plan of the resource, or to none on a generic resource', () => {
    const code = (kind: 'villa' | 'generic', ratePlanCode: string | null) => {
      const resolved = resolvePricing({ kind }, [plan()], [priced({ ratePlanCode })], new Map());
      return resolved.ok ? resolved.value[0]?.ratePlanId : resolved.refusal.code;
    };
    expect(code('villa', 'flex')).toBe(plan().id);
    expect(code('generic', null)).toBeNull();
    const refused = [code('villa', 'other'), code('villa', null), code('generic', 'flex')];
    expect(refused).toEqual(Array(3).fill('unknown_rate_plan_code'));
  });
});
