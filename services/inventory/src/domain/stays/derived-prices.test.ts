import { divideHalfUp } from '@lodging/kernel';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Derivation, OccupancyPricing } from '../resources/resource.ts';
import { isDivisible, partyPrice } from './party-price.ts';
import { priceNight } from './price-night.ts';
import type { NightPrices } from './price-night.ts';

const DATE = '2027-06-07';
const anyAmount = fc.bigInt({ min: 0n, max: 10n ** 7n });
const anyBands = fc
  .uniqueArray(fc.integer({ min: 0, max: 17 }), { maxLength: 6 })
  .chain((starts) =>
    fc.tuple(
      ...starts
        .toSorted((a, b) => a - b)
        .map((fromAge) => fc.record({ fromAge: fc.constant(fromAge), amountMinorUnits: anyAmount })),
    ),
  )
  .map((bands) => bands.map((band, index) => ({ ...band, toAge: (bands[index + 1]?.fromAge ?? 18) - 1 })));
const anyOccupancy: fc.Arbitrary<OccupancyPricing> = fc.record({
  includedAdults: fc.integer({ min: 1, max: 3 }),
  extraAdultMinorUnits: anyAmount,
  singleAdultMultiplierBps: fc.integer({ min: 1, max: 10_000 }),
  includedChildren: fc.integer({ min: 0, max: 3 }),
  children: anyBands,
});
const anyParty = fc
  .record({
    adults: fc.integer({ min: 0, max: 5 }),
    ages: fc.array(fc.integer({ min: 0, max: 17 }), { maxLength: 5 }),
  })
  .filter(({ adults, ages }) => adults + ages.length > 0)
  .map(({ adults, ages }) => ({
    party: { partySize: adults + ages.length, quantity: 1, children: ages.length, childAges: ages },
    adults,
    ages,
  }));
const anyFormula: fc.Arbitrary<Derivation> = fc.record({
  ratePlanCode: fc.constant('FLEX'),
  multiplierBps: fc.integer({ min: 1, max: 100_000 }),
  adjustment: fc.option(
    fc.record({ kind: fc.constantFrom('add' as const, 'subtract' as const), amountMinorUnits: anyAmount }),
    { nil: undefined },
  ),
});

describe('what a party makes of a night', () => {
  test('is the extra adults, and the cheapest children above those included', () => {
    fc.assert(
      fc.property(anyOccupancy, anyParty, (occupancy, { party, adults, ages }) => {
        const { multiplierBps, extraGuestsMinorUnits } = partyPrice(occupancy, party);
        expect(multiplierBps).toBe(
          adults === 1 && ages.length === 0 ? occupancy.singleAdultMultiplierBps : 10_000,
        );
        const paid = ages
          .map(
            (age) =>
              occupancy.children.find((band) => band.fromAge <= age && age <= band.toAge)?.amountMinorUnits ??
              0n,
          )
          .toSorted((one, other) => Number(one - other));
        const children = paid.slice(0, Math.max(0, paid.length - occupancy.includedChildren));
        let expected = children.reduce((sum, amount) => sum + amount, 0n);
        for (let adult = occupancy.includedAdults; adult < adults; adult += 1)
          expected += occupancy.extraAdultMinorUnits;
        expect(extraGuestsMinorUnits).toBe(expected);
      }),
    );
  });
  test('gives places of absent adults to no child, and counts a child of unknown age as age 0', () => {
    const occupancy = {
      includedAdults: 2,
      extraAdultMinorUnits: 5n,
      singleAdultMultiplierBps: 5_000,
      includedChildren: 0,
      children: [
        { fromAge: 0, toAge: 2, amountMinorUnits: 7n },
        { fromAge: 3, toAge: 17, amountMinorUnits: 90n },
      ],
    };
    const unknown = partyPrice(occupancy, { partySize: 2, quantity: 1, children: 1 });
    expect(unknown).toEqual({ multiplierBps: 10_000, extraGuestsMinorUnits: 7n });
  });
  test('is that of each unit, and only adults who divide evenly have one over several units', () => {
    fc.assert(
      fc.property(
        anyOccupancy,
        fc.integer({ min: 1, max: 4 }),
        fc.integer({ min: 2, max: 4 }),
        (occupancy, adults, quantity) => {
          const party = { partySize: adults * quantity, quantity };
          expect(partyPrice(occupancy, party)).toEqual(
            partyPrice(occupancy, { partySize: adults, quantity: 1 }),
          );
          expect(isDivisible(occupancy, party)).toBe(true);
          expect(isDivisible(occupancy, { partySize: adults * quantity + 1, quantity })).toBe(false);
          expect(
            isDivisible(occupancy, { ...party, partySize: party.partySize + quantity, children: quantity }),
          ).toBe(false);
          expect(isDivisible(undefined, { partySize: adults * quantity + 1, quantity, children: 1 })).toBe(
            true,
          );
        },
      ),
    );
  });
});

describe('a night of a derived plan', () => {
  const prices = (changes: Partial<NightPrices> = {}): NightPrices => ({
    pricing: { baseAmountMinorUnits: 10_000n, dayOfWeekMultipliersBps: { mon: 12_345 } },
    nightlyRates: new Map(),
    ...changes,
  });
  test('is that of the parent, extra guests included, scaled, rounded half up, adjusted and never below 0', () => {
    fc.assert(
      fc.property(anyAmount, anyAmount, anyFormula, fc.boolean(), (rate, extra, formula, byParent) => {
        const rates = new Map([[DATE, rate]]);
        const party = { multiplierBps: 10_000, extraGuestsMinorUnits: extra };
        const ofParent = priceNight(DATE, prices({ nightlyRates: rates, party }));
        const pricing = { ...prices().pricing, baseAmountMinorUnits: byParent ? 1n : rate };
        const parentRates = byParent ? rates : new Map();
        const night = priceNight(DATE, prices({ pricing, party, derived: { formula, parentRates } }));
        const { kind, amountMinorUnits = 0n } = formula.adjustment ?? {};
        const scaled = divideHalfUp(
          (ofParent?.amountMinorUnits ?? 0n) * BigInt(formula.multiplierBps),
          10_000n,
        );
        const adjusted = kind === 'subtract' ? scaled - amountMinorUnits : scaled + amountMinorUnits;
        expect(night?.amountMinorUnits).toBe(adjusted < 0n ? 0n : adjusted);
        const { amountMinorUnits: _1, ofExtraGuestsMinorUnits: _2, ...shown } = night ?? {};
        expect(ofParent).toMatchObject(shown);
      }),
    );
  });
  test('with a rate of its own has it as its base, with the factors and guests of the parent', () => {
    const derived = {
      formula: { ratePlanCode: 'FLEX', multiplierBps: 5_000 },
      parentRates: new Map([[DATE, 1n]]),
    };
    const party = { multiplierBps: 8_000, extraGuestsMinorUnits: 70n };
    const own = priceNight(DATE, prices({ nightlyRates: new Map([[DATE, 2_000n]]), derived, party }));
    expect(own).toMatchObject({
      baseAmountMinorUnits: 2_000n,
      amountMinorUnits: 2_045n,
      extraGuestsMinorUnits: 70n,
    });
  });
  test('has no price where neither it nor its parent has one', () => {
    const derived = { formula: { ratePlanCode: 'FLEX', multiplierBps: 5_000 }, parentRates: new Map() };
    expect(priceNight(DATE, { pricing: undefined, nightlyRates: new Map(), derived })).toBeUndefined();
  });
});

describe('a night that a change keeps', () => {
  test('stays as booked while the party stays, whatever today’s prices are', () => {
    fc.assert(
      fc.property(
        anyAmount,
        anyAmount,
        fc.option(anyFormula, { nil: undefined }),
        (amount, extra, formula) => {
          const booked = { date: DATE, amountMinorUnits: amount + extra, ofExtraGuestsMinorUnits: extra };
          const kept = { byDate: new Map([[DATE, booked]]), partyChanges: false };
          const derived = formula && { formula, parentRates: new Map([[DATE, 3n]]) };
          const party = { multiplierBps: 1, extraGuestsMinorUnits: 999n };
          const night = priceNight(DATE, {
            pricing: undefined,
            nightlyRates: new Map(),
            derived,
            party,
            kept,
          });
          expect(night).toMatchObject(booked);
        },
      ),
    );
  });
  test('has what the new party adds today in place of what the booked one added', () => {
    const booked = { date: DATE, amountMinorUnits: 13_000n, ofExtraGuestsMinorUnits: 3_000n };
    const kept = { byDate: new Map([[DATE, booked]]), partyChanges: true };
    const party = { multiplierBps: 5_000, extraGuestsMinorUnits: 8_000n };
    const plain = priceNight(DATE, { pricing: undefined, nightlyRates: new Map(), party, kept });
    expect(plain).toMatchObject({ baseAmountMinorUnits: 10_000n, amountMinorUnits: 18_000n });
    const derived = { formula: { ratePlanCode: 'FLEX', multiplierBps: 9_000 }, parentRates: new Map() };
    const ofChild = priceNight(DATE, { pricing: undefined, nightlyRates: new Map(), derived, party, kept });
    expect(ofChild).toMatchObject({ amountMinorUnits: 17_200n, ofExtraGuestsMinorUnits: 7_200n });
  });
});
