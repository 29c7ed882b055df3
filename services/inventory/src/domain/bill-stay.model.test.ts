import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { villa } from '../../test/build-resource.ts';
import { fixed, percent, stayPrice } from '../../test/build-tax-rule.ts';
import { billStay } from './stays/bill-stay.ts';
import type { StayToBill } from './stays/bill-stay.ts';
import type { Bill, BillLine } from './stays/bill.ts';
import { guestsOf } from './rules/guests.ts';
import { byPosition } from './rules/tax-rule.ts';
import type { AgeBand, TaxRule } from './rules/tax-rule.ts';

const anyNights = fc.record(
  {
    skip: fc.integer({ min: 0, max: 3 }),
    max: fc.option(fc.integer({ min: 1, max: 4 })),
    from: fc.option(fc.constantFrom('2027-06-09', '2027-06-11', '2027-06-13')),
    to: fc.option(fc.constantFrom('2027-06-12', '2027-06-14', '2027-06-30')),
  },
  { requiredKeys: [] },
);
const anyRate = fc
  .tuple(fc.integer({ min: 0, max: 9_999 }), fc.integer({ min: 0, max: 9_999 }))
  .map(([whole, decimals]) => `${whole}.${String(decimals).padStart(4, '0')}`);
const anyAmount = fc.bigInt({ min: 0n, max: 5_000n });
const anyBands = fc.constantFrom<AgeBand[]>(
  [],
  [{ fromAge: 16, toAge: null, amountMinorUnits: 250n }],
  [
    { fromAge: 0, toAge: 5, amountMinorUnits: 0n },
    { fromAge: 6, toAge: 17, amountMinorUnits: 100n },
  ],
);
const codes = fc.stringMatching(/^[a-z]{1,4}$/);
const anyExclusive = fc.record({
  code: codes,
  kind: fc.constantFrom('tax' as const, 'fee' as const),
  collect: fc.constantFrom('online' as const, 'property' as const),
  position: fc.integer({ min: 0, max: 3 }),
  exemptible: fc.boolean(),
  nights: anyNights,
});
const anyInclusive = fc.record({
  code: codes,
  kind: fc.constantFrom('tax' as const, 'fee' as const),
  position: fc.integer({ min: 0, max: 3 }),
  inclusive: fc.constant(true),
});
const anyBasis = fc.constantFrom(
  'per_stay' as const,
  'per_night' as const,
  'per_person_per_stay' as const,
  'per_person_per_night' as const,
);
const anyRule: fc.Arbitrary<TaxRule> = fc.oneof(
  fc
    .tuple(
      anyExclusive,
      anyRate,
      fc.constantFrom('accommodation' as const, 'accommodation_and_fees' as const),
    )
    .map(([rule, rate, of]) => percent(rule.code, rate, { ...rule, ...(rule.kind === 'tax' && { of }) })),
  fc
    .tuple(anyExclusive, anyBasis, anyAmount, anyBands)
    .map(([rule, basis, amountMinorUnits, ageBands]) =>
      fixed(rule.code, { basis, amountMinorUnits, ageBands }, rule),
    ),
  fc.tuple(anyInclusive, anyRate).map(([rule, rate]) => percent(rule.code, rate, rule)),
  fc
    .tuple(anyInclusive, anyBasis, anyAmount)
    .map(([rule, basis, amountMinorUnits]) => fixed(rule.code, { basis, amountMinorUnits }, rule)),
);
const anyRules = fc
  .uniqueArray(anyRule, { selector: ({ code }) => code, maxLength: 12 })
  .map((rules) => rules.toSorted(byPosition));

const anyStay = fc
  .record({
    amounts: fc.array(fc.bigInt({ min: 0n, max: 100_000n }), { minLength: 1, maxLength: 9 }),
    quantity: fc.integer({ min: 1, max: 3 }),
    lost: fc.bigInt({ min: 0n, max: 99n }),
    adultCount: fc.integer({ min: 1, max: 3 }),
    ages: fc.array(fc.integer({ min: 0, max: 17 }), { maxLength: 3 }),
    agesAreKnown: fc.boolean(),
    currency: fc.constantFrom('EUR', 'JPY', 'KWD', 'CLF'),
  })
  .map(({ amounts, quantity, lost, adultCount, ages, agesAreKnown, currency }): StayToBill => {
    const subtotal = amounts.reduce((sum, amount) => sum + amount, 0n) * BigInt(quantity);
    return {
      price: stayPrice(amounts, { quantity, total: subtotal - (subtotal * lost) / 100n }),
      currency,
      quantity,
      guests: guestsOf({
        partySize: adultCount + ages.length,
        children: ages.length,
        childAges: agesAreKnown ? ages : undefined,
      }),
      exemptions: [],
      resource: villa(),
      ratePlanCode: 'flex',
    };
  });

const inCurrency = (rules: readonly TaxRule[], currency: string): TaxRule[] =>
  rules.map((rule) =>
    rule.charge.basis === 'percent' ? rule : { ...rule, charge: { ...rule.charge, currency } },
  );

function billOf(stay: StayToBill, rules: readonly TaxRule[]): Bill {
  const billed = billStay(stay, inCurrency(rules, stay.currency));
  if (!billed.ok) throw new Error(billed.refusal.detail);
  return billed.value;
}

const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((total, amount) => total + amount, 0n);
const amounts = (lines: readonly BillLine[]): bigint[] =>
  lines.map(({ amountMinorUnits }) => amountMinorUnits);

/** Half up, by a remainder. */
function rounded(numerator: bigint, denominator: bigint): bigint {
  const rest = numerator % denominator;
  return numerator / denominator + (rest * 2n >= denominator ? 1n : 0n);
}

/** Night by night and person by person, without any of the code under test. */
function modelOfExclusive(stay: StayToBill, rule: TaxRule, base: bigint): bigint | undefined {
  const all = stay.price.nights;
  const { skip, max, from, to } = rule.nights;
  const counted = all
    .slice(skip)
    .slice(0, max ?? undefined)
    .filter(({ date }) => date >= (from ?? '0') && date < (to ?? '9'));
  if (counted.length === 0) return undefined;
  const { charge } = rule;
  if (charge.basis === 'percent') {
    const [part, whole] = [counted, all].map((nights) => sum(nights.map((night) => night.amountMinorUnits)));
    const isWhole = counted.length === all.length;
    const share = isWhole ? base : whole === 0n ? 0n : rounded(base * (part ?? 0n), whole ?? 1n);
    return rounded(share * BigInt(charge.rateBps.replace('.', '')), 100_000_000n);
  }
  const persons = stay.guests.byAge.flatMap(({ age, persons: count }) =>
    Array.from({ length: count }, () => age),
  );
  const priceOf = (age: number): bigint => {
    const band = charge.ageBands.find(({ fromAge, toAge }) => age >= fromAge && age <= (toAge ?? 200));
    return band === undefined ? (charge.amountMinorUnits ?? 0n) : band.amountMinorUnits;
  };
  const each = charge.basis.startsWith('per_person')
    ? persons.map(priceOf)
    : Array.from({ length: stay.quantity }, () => charge.amountMinorUnits ?? 0n);
  const times = charge.basis.endsWith('per_night') ? counted : [undefined];
  return sum(times.flatMap(() => each));
}

describe('a bill', () => {
  test('has every exclusive amount of a naive computation, and no other line', () => {
    fc.assert(
      fc.property(anyStay, anyRules, (stay, rules) => {
        const bill = billOf(stay, rules);
        const accommodation = stay.price.totalMinorUnits;
        const expected = new Map<string, bigint>();
        const add = (rule: TaxRule, base: bigint): bigint => {
          const amount = modelOfExclusive(stay, rule, base);
          if (amount !== undefined) expected.set(rule.code, amount);
          return rule.collect === 'online' ? (amount ?? 0n) : 0n;
        };
        const exclusive = rules.filter(({ inclusive }) => !inclusive);
        const fees = sum(
          exclusive.filter(({ kind }) => kind === 'fee').map((rule) => add(rule, accommodation)),
        );
        const taxes = exclusive
          .filter(({ kind }) => kind === 'tax')
          .map((rule) => {
            const ofFees = rule.charge.basis === 'percent' && rule.charge.of !== 'accommodation';
            return add(rule, accommodation + (ofFees ? fees : 0n));
          });
        const found = bill.lines.filter(({ inclusive }) => !inclusive);
        expect(new Map(found.map(({ code, amountMinorUnits }) => [code, amountMinorUnits]))).toEqual(
          expected,
        );
        expect(bill.totalMinorUnits).toBe(accommodation + fees + sum(taxes));
      }),
    );
  });

  test('loses no unit: the total is the accommodation and what is added online, the rest is due at the property', () => {
    fc.assert(
      fc.property(anyStay, anyRules, (stay, rules) => {
        const bill = billOf(stay, rules);
        const added = bill.lines.filter(({ inclusive, collect }) => !inclusive && collect === 'online');
        expect(bill.totalMinorUnits).toBe(bill.accommodationMinorUnits + sum(amounts(added)));
        expect(bill.totalMinorUnits).toBe(
          bill.accommodationMinorUnits +
            bill.feesMinorUnits +
            bill.extrasMinorUnits +
            bill.addedTaxMinorUnits,
        );
        const atProperty = bill.lines.filter(({ collect }) => collect === 'property');
        expect(bill.dueAtPropertyMinorUnits).toBe(sum(amounts(atProperty)));
        expect(amounts(bill.lines).every((amount) => amount >= 0n)).toBe(true);
      }),
    );
  });

  test('has what the price has in it exactly: inclusive lines and the net amount are the gross amount', () => {
    fc.assert(
      fc.property(anyStay, anyRules, (stay, rules) => {
        const { lines, accommodationMinorUnits } = billOf(stay, rules);
        const inclusive = lines.filter((line) => line.inclusive);
        const rated = inclusive.filter(({ rateBps }) => rateBps !== null);
        const outOf =
          accommodationMinorUnits - sum(amounts(inclusive.filter(({ rateBps }) => rateBps === null)));
        expect(outOf >= 0n).toBe(true);
        expect(rated.every(({ baseMinorUnits }) => baseMinorUnits === outOf)).toBe(true);
        const ratesE4 = rated.map(({ rateBps }) => BigInt((rateBps ?? '').replace('.', '')));
        const net = rounded(outOf * 100_000_000n, 100_000_000n + sum(ratesE4));
        expect(net + sum(amounts(rated))).toBe(outOf);
        // Each part is its exact share, rounded down or up.
        const taken = outOf - net;
        for (const [index, rate] of ratesE4.entries()) {
          const exact = taken * rate;
          const part = (rated[index]?.amountMinorUnits ?? 0n) * sum(ratesE4);
          expect(part - exact < sum(ratesE4) || sum(ratesE4) === 0n).toBe(true);
          expect(exact - part < sum(ratesE4) || sum(ratesE4) === 0n).toBe(true);
        }
      }),
    );
  });

  test('becomes no dearer by an exemption', () => {
    fc.assert(
      fc.property(anyStay, anyRules, (stay, rules) => {
        const whole = billOf(stay, rules);
        const exemptible = rules.filter(({ exemptible: allowed }) => allowed).map(({ code }) => code);
        for (const { code } of whole.lines.filter((line) => exemptible.includes(line.code))) {
          const exempt = billOf({ ...stay, exemptions: [{ code, reason: 'r' }] }, rules);
          expect(exempt.totalMinorUnits <= whole.totalMinorUnits).toBe(true);
          expect(exempt.dueAtPropertyMinorUnits <= whole.dueAtPropertyMinorUnits).toBe(true);
          expect(exempt.lines.find((line) => line.code === code)?.amountMinorUnits).toBe(0n);
        }
      }),
    );
  });

  test('without rules is the price as it was', () => {
    fc.assert(
      fc.property(anyStay, (stay) => {
        const bill = billOf(stay, []);
        expect(bill.totalMinorUnits).toBe(stay.price.totalMinorUnits);
        expect(bill.lines).toEqual([]);
      }),
    );
  });
});
