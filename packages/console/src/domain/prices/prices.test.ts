import { addDays } from '@lodging/format';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { draftOfPlan, readPlan } from './plan-draft.ts';
import type { RatePlan } from './plan-draft.ts';
import { draftOfPricing } from './pricing-draft.ts';
import type { PricingEntry } from './pricing-draft.ts';
import { readPricing } from './read-pricing.ts';
import { yearStrips } from './year-strip.ts';

const german = { decimal: ',', group: '.' };
const bps = fc.integer({ min: 0, max: 1_000_000 });
const minorUnits = fc.bigInt({ min: 0n, max: 10n ** 12n }).map(String);
const small = fc.integer({ min: 0, max: 17 });
const dates = fc.integer({ min: 0, max: 3_000 }).map((day) => addDays('2027-01-01', day));

const entries = fc.record({
  ratePlanCode: fc.constant('FLEX'),
  baseAmountMinorUnits: fc.option(minorUnits),
  dayOfWeekMultipliersBps: fc.record({ fri: bps.filter((one) => one !== 10_000) }),
  seasons: fc.array(fc.record({ name: fc.constant('Summer'), from: dates, to: dates, multiplierBps: bps })),
  leadTimeTiers: fc.array(
    fc.record({ minDaysAhead: small, maxDaysAhead: fc.option(small), multiplierBps: bps }),
  ),
  lengthOfStayTiers: fc.array(fc.record({ minNights: small, multiplierBps: bps })),
  occupancy: fc.option(
    fc.record({
      includedAdults: small,
      extraAdultMinorUnits: minorUnits,
      singleAdultMultiplierBps: fc.integer({ min: 1, max: 10_000 }),
      includedChildren: small,
      children: fc.array(fc.record({ fromAge: small, toAge: small, amountMinorUnits: minorUnits })),
    }),
  ),
}) as fc.Arbitrary<PricingEntry>;

it('prices that are shown and saved untouched are the same prices', () => {
  fc.assert(
    fc.property(entries, fc.constantFrom('EUR', 'JPY', 'KWD'), (entry, currency) => {
      const read = readPricing(draftOfPricing(entry, currency, german), 'FLEX', currency, german);
      expect(read).toEqual({ ok: true, entry });
    }),
  );
});

const plans: fc.Arbitrary<RatePlan> = fc.record({
  id: fc.constant('plan-1'),
  resourceId: fc.constant('room-1'),
  code: fc.constant('NRF'),
  name: fc.constant('Saver'),
  currency: fc.constantFrom('EUR', 'JPY'),
  isRefundable: fc.boolean(),
  minStayNights: fc.integer({ min: 1, max: 10_000 }),
  maxStayNights: fc.option(fc.integer({ min: 1, max: 10_000 })),
  closedToArrival: fc.boolean(),
  closedToDeparture: fc.boolean(),
  enabled: fc.boolean(),
  cancellationPolicyCode: fc.option(fc.constant('FLEX')),
  deposit: fc.option(
    fc.record({
      percentBps: fc.integer({ min: 1, max: 9_999 }),
      balanceDueDaysBefore: fc.integer({ min: 0, max: 365 }),
    }),
  ),
  derivedFrom: fc.option(
    fc.oneof(
      fc.record({ ratePlanCode: fc.constant('FLEX'), multiplierBps: fc.integer({ min: 1, max: 100_000 }) }),
      fc.record({
        ratePlanCode: fc.constant('FLEX'),
        multiplierBps: fc.integer({ min: 1, max: 100_000 }),
        adjustment: fc.record({
          kind: fc.constantFrom('add', 'subtract'),
          amountMinorUnits: fc.bigInt({ min: 1n, max: 10n ** 9n }).map(String),
        }),
      }),
    ),
  ),
}) as fc.Arbitrary<RatePlan>;

it('conditions that are shown and saved untouched are the same conditions', () => {
  fc.assert(
    fc.property(plans, (plan) => {
      const { id: _id, resourceId: _resourceId, ...conditions } = plan;
      const read = readPlan(draftOfPlan(plan, german), plan.currency, german);
      expect(read).toEqual({ ok: true, entry: conditions });
    }),
  );
});

it('a season over the new year lies in both years', () => {
  const season = { name: 'Winter', from: '2027-12-22', until: '2028-01-05', percent: '140' };
  const [first, second] = yearStrips([season]);
  expect([first?.year, second?.year]).toEqual([2027, 2028]);
  expect(first?.parts[0]?.start).toBeCloseTo(355 / 365);
  expect(second?.parts[0]).toMatchObject({ start: 0, length: 5 / 366 });
});
