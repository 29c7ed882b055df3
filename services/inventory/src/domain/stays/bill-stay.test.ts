import { describe, expect, test } from 'vitest';
import { adults, fixed, percent, stayPrice } from '../../../test/build-tax-rule.ts';
import { court, villa } from '../../../test/build-resource.ts';
import { billStay } from './bill-stay.ts';
import type { StayToBill } from './bill-stay.ts';
import type { Bill } from './bill.ts';
import { guestsOf } from '../rules/guests.ts';
import { byPosition } from '../rules/tax-rule.ts';
import type { TaxRule } from '../rules/tax-rule.ts';

function toBill(amounts: readonly bigint[], changes: Partial<StayToBill> = {}): StayToBill {
  const { quantity = 1, currency = 'EUR' } = changes;
  return {
    price: stayPrice(amounts, { quantity }),
    currency,
    quantity,
    guests: adults(2),
    exemptions: [],
    resource: villa(),
    ratePlanCode: 'flex',
    ...changes,
  };
}

function billOf(stay: StayToBill, ...rules: TaxRule[]): Bill {
  const billed = billStay(stay, rules.toSorted(byPosition));
  if (!billed.ok) throw new Error(billed.refusal.detail);
  return billed.value;
}

const amountsOf = ({ lines }: Bill) =>
  Object.fromEntries(lines.map(({ code, amountMinorUnits }) => [code, amountMinorUnits]));
const basesOf = ({ lines }: Bill) =>
  Object.fromEntries(lines.map(({ code, baseMinorUnits }) => [code, baseMinorUnits]));
const nightly = (count: number, amount = 10_000n) => Array.from({ length: count }, () => amount);

describe('a bill without rules', () => {
  test('has the total of the price, and zero in everything else', () => {
    const stay = toBill([10_000n, 12_000n], { quantity: 2 });
    expect(billOf(stay)).toMatchObject({
      currency: 'EUR',
      quantity: 2,
      roomMinorUnits: 44_000n,
      discountMinorUnits: 0n,
      accommodationMinorUnits: 44_000n,
      lines: [],
      includedTaxMinorUnits: 0n,
      addedTaxMinorUnits: 0n,
      feesMinorUnits: 0n,
      extrasMinorUnits: 0n,
      dueAtPropertyMinorUnits: 0n,
      totalMinorUnits: stay.price.totalMinorUnits,
    });
  });
});

describe('a tax that the price has in it', () => {
  const vat = percent('VAT', '700', { inclusive: true });
  test.each([
    { gross: 32_100n, rules: [vat], taxes: { VAT: 2_100n } },
    { gross: 9_999n, rules: [vat], taxes: { VAT: 654n } },
    {
      gross: 10_000n,
      rules: [vat, percent('fund', '100', { inclusive: true })],
      taxes: { VAT: 648n, fund: 93n },
    },
    {
      gross: 12_345n,
      currency: 'JPY',
      rules: [percent('ct', '1000', { inclusive: true })],
      taxes: { ct: 1_122n },
    },
    { gross: 12_345n, currency: 'KWD', rules: [vat], taxes: { VAT: 808n } },
    { gross: 0n, rules: [vat], taxes: { VAT: 0n } },
  ])('is $taxes of $gross, and adds nothing', ({ gross, currency = 'EUR', rules, taxes }) => {
    const bill = billOf(toBill([gross], { currency }), ...rules);
    expect(amountsOf(bill)).toEqual(taxes);
    expect(bill).toMatchObject({
      accommodationMinorUnits: gross,
      includedTaxMinorUnits: Object.values(taxes).reduce((sum, tax) => sum + tax, 0n),
      totalMinorUnits: gross,
    });
  });
  test('takes fixed amounts out first, at most what is there, by position', () => {
    const rules = [
      fixed('second', { basis: 'per_stay', amountMinorUnits: 800n }, { inclusive: true, position: 2 }),
      fixed('first', { basis: 'per_stay', amountMinorUnits: 500n }, { inclusive: true, position: 1 }),
      vat,
    ];
    const bill = billOf(toBill([1_000n]), ...rules);
    expect(amountsOf(bill)).toEqual({ first: 500n, second: 500n, VAT: 0n });
    expect(basesOf(bill)).toEqual({ first: null, second: null, VAT: 0n });
    expect(amountsOf(billOf(toBill([11_700n]), vat, rules[0] ?? vat))).toEqual({ second: 800n, VAT: 713n });
  });
  test('is one of the whole amount that is paid for the room, after its adjustments', () => {
    const price = stayPrice([20_000n], { total: 10_700n });
    expect(amountsOf(billOf({ ...toBill([]), price }, vat))).toEqual({ VAT: 700n });
  });
  test('gives the remaining units to the largest remainders, ties by code', () => {
    const rules = ['c', 'B', 'a'].map((code) => percent(code, '100', { inclusive: true }));
    expect(amountsOf(billOf(toBill([103n * 2n]), ...rules))).toEqual({ a: 2n, B: 2n, c: 2n });
    expect(amountsOf(billOf(toBill([150n]), ...rules))).toEqual({ a: 2n, B: 1n, c: 1n });
  });
});

describe('a fee that the price has in it', () => {
  test('comes out with the taxes and is in no sum', () => {
    const resort = percent('resort', '300', { kind: 'fee', inclusive: true });
    const bill = billOf(toBill([11_000n]), percent('VAT', '700', { inclusive: true }), resort);
    expect(amountsOf(bill)).toEqual({ resort: 300n, VAT: 700n });
    expect(bill).toMatchObject({ includedTaxMinorUnits: 700n, feesMinorUnits: 0n, totalMinorUnits: 11_000n });
  });
});

describe('a tax that is added', () => {
  test('is rounded half up once, with a rate of four decimals', () => {
    const bill = billOf(toBill([19_999n]), percent('sales', '887.5'));
    expect(amountsOf(bill)).toEqual({ sales: 1_775n });
    expect(bill).toMatchObject({ addedTaxMinorUnits: 1_775n, totalMinorUnits: 21_774n });
    expect(amountsOf(billOf(toBill([100_000_000n]), percent('t', '0.0001')))).toEqual({ t: 1n });
  });
  test('is one of the share of the nights that count, which is rounded once', () => {
    const price = stayPrice(nightly(4), { first: '2027-12-30', total: 39_999n });
    const rules = [
      percent('old', '700', { nights: { to: '2028-01-01' } }),
      percent('new', '1900', { nights: { from: '2028-01-01' } }),
    ];
    const bill = billOf({ ...toBill([]), price }, ...rules);
    expect(basesOf(bill)).toEqual({ old: 20_000n, new: 20_000n });
    expect(amountsOf(bill)).toEqual({ old: 1_400n, new: 3_800n });
  });
  test('is nothing where the nights that are shared cost nothing', () => {
    const fee = fixed('clean', { basis: 'per_stay', amountMinorUnits: 3_000n }, { kind: 'fee' });
    const tax = percent('t', '1000', { of: 'accommodation_and_fees', nights: { max: 1 } });
    expect(amountsOf(billOf(toBill([0n, 0n]), fee, tax))).toEqual({ clean: 3_000n, t: 0n });
  });
  test('is one of the accommodation, of fees paid online too, but never of another tax', () => {
    const cleaning = fixed('clean', { basis: 'per_stay', amountMinorUnits: 3_000n }, { kind: 'fee' });
    const linen = fixed(
      'linen',
      { basis: 'per_stay', amountMinorUnits: 900n },
      { kind: 'fee', collect: 'property' },
    );
    const bill = billOf(
      toBill([10_000n]),
      cleaning,
      linen,
      percent('room', '1000'),
      percent('more', '1000', { of: 'accommodation_and_fees' }),
      percent('all', '1000', { of: 'all' }),
      percent('VAT', '700', { inclusive: true }),
    );
    expect(amountsOf(bill)).toMatchObject({ room: 1_000n, more: 1_300n, all: 1_300n });
    expect(bill).toMatchObject({
      feesMinorUnits: 3_000n,
      addedTaxMinorUnits: 3_600n,
      dueAtPropertyMinorUnits: 900n,
      totalMinorUnits: 16_600n,
    });
  });
  test('shares the fees of its base, too', () => {
    const fee = fixed('clean', { basis: 'per_stay', amountMinorUnits: 3_000n }, { kind: 'fee' });
    const tax = percent('t', '1000', { of: 'accommodation_and_fees', nights: { max: 1 } });
    expect(basesOf(billOf(toBill([5_000n, 10_000n]), fee, tax))).toMatchObject({ t: 6_000n });
  });
  test('at the property is due there and in no total', () => {
    const bill = billOf(toBill([10_000n]), percent('city', '500', { collect: 'property' }));
    expect(bill).toMatchObject({
      dueAtPropertyMinorUnits: 500n,
      addedTaxMinorUnits: 0n,
      totalMinorUnits: 10_000n,
    });
  });
});

describe('a fixed amount', () => {
  test.each([
    { basis: 'per_stay', count: 2, amount: 200n },
    { basis: 'per_night', count: 6, amount: 600n },
    { basis: 'per_person_per_stay', count: 3, amount: 300n },
    { basis: 'per_person_per_night', count: 9, amount: 900n },
  ] as const)(
    '$basis is charged $count times for 2 units, 3 persons and 3 nights',
    ({ basis, count, amount }) => {
      const stay = toBill(nightly(3), { quantity: 2, guests: adults(3) });
      const [line] = billOf(stay, fixed('f', { basis, amountMinorUnits: 100n })).lines;
      expect(line).toMatchObject({
        unitAmountMinorUnits: 100n,
        count,
        amountMinorUnits: amount,
        baseMinorUnits: null,
      });
    },
  );
  test('of a person is that of the age band, whose ages are both included, and counts those who pay', () => {
    const city = fixed(
      'city',
      { basis: 'per_person_per_night', ageBands: [{ fromAge: 16, toAge: null, amountMinorUnits: 250n }] },
      { nights: { max: 21 } },
    );
    const guests = guestsOf({ partySize: 3, children: 1, childAges: [8] });
    const [line] = billOf(toBill(nightly(25), { guests }), city).lines;
    expect(line).toMatchObject({
      count: 42,
      unitAmountMinorUnits: 250n,
      amountMinorUnits: 10_500n,
      note: null,
    });
    const alone = (age: number) => guestsOf({ partySize: 1, children: 1, childAges: [age] });
    const chargeAt = (age: number) =>
      billOf(toBill(nightly(1), { guests: alone(age) }), city).addedTaxMinorUnits;
    expect([15, 16, 17].map(chargeAt)).toEqual([0n, 250n, 250n]);
    const nightsCharged = (count: number) =>
      billOf(toBill(nightly(count), { guests }), city).addedTaxMinorUnits / 500n;
    expect([20, 21, 30].map(nightsCharged)).toEqual([20n, 21n, 21n]);
  });
  test('has no amount of one unit where persons pay different ones', () => {
    const ageBands = [{ fromAge: 0, toAge: 17, amountMinorUnits: 100n }];
    const city = fixed('city', { basis: 'per_person_per_stay', amountMinorUnits: 250n, ageBands });
    const guests = guestsOf({ partySize: 3, children: 1, childAges: [17] });
    const [line] = billOf(toBill(nightly(1), { guests }), city).lines;
    expect(line).toMatchObject({ unitAmountMinorUnits: null, count: 3, amountMinorUnits: 600n });
  });
  test('of a person without a band and without an amount is nothing, and its line stands', () => {
    const city = fixed('city', { basis: 'per_person_per_stay' });
    expect(amountsOf(billOf(toBill(nightly(1)), city))).toEqual({ city: 0n });
  });
});

describe('the nights that count', () => {
  const pppn = (nights: Parameters<typeof fixed>[2]) =>
    fixed('t', { basis: 'per_person_per_night', amountMinorUnits: 1n }, nights);
  test.each([
    { nights: { skip: 2 }, count: 5 },
    { nights: { skip: 2, max: 3 }, count: 3 },
    { nights: { skip: 2, max: 3, from: '2027-06-13' }, count: 2 },
    { nights: { skip: 2, max: 3, from: '2027-06-13', to: '2027-06-14' }, count: 1 },
    { nights: { from: '2027-06-16' }, count: 1 },
    { nights: { to: '2027-06-11' }, count: 1 },
  ])('of seven from 10 June are $count with $nights', ({ nights, count }) => {
    expect(amountsOf(billOf(toBill(nightly(7), { guests: adults(1) }), pppn({ nights })))).toEqual({
      t: BigInt(count),
    });
  });
  test.each([{ skip: 7 }, { from: '2027-06-17' }, { to: '2027-06-10' }])(
    'being none with %o, the rule has no line',
    (nights) => {
      expect(billOf(toBill(nightly(7)), pppn({ nights })).lines).toEqual([]);
    },
  );
});

describe('a rule', () => {
  const rate = (changes: Parameters<typeof percent>[2]) => percent('t', '1000', changes);
  const lines = (stay: StayToBill, rule: TaxRule) => billOf(stay, rule).lines.length;
  test('applies to what it names, all parts together', () => {
    const { id, roomType } = villa();
    const stay = toBill(nightly(1));
    const scopes = {
      kinds: new Set(['villa'] as const),
      roomTypeIds: new Set([roomType?.id ?? '']),
      resourceIds: new Set([id]),
      ratePlanCodes: new Set(['flex']),
    };
    expect(lines(stay, rate({ appliesTo: scopes }))).toBe(1);
    expect(lines(stay, rate({ appliesTo: { ...scopes, kinds: new Set(['apartment']) } }))).toBe(0);
    for (const part of ['roomTypeIds', 'resourceIds', 'ratePlanCodes'] as const)
      expect(lines(stay, rate({ appliesTo: { ...scopes, [part]: new Set(['other']) } })), part).toBe(0);
  });
  test('that names plans or room types applies to no generic resource', () => {
    const stay = toBill(nightly(1), { resource: court(), ratePlanCode: undefined });
    expect(lines(stay, rate({}))).toBe(1);
    expect(lines(stay, rate({ appliesTo: { ratePlanCodes: new Set(['flex']) } }))).toBe(0);
    expect(lines(stay, rate({ appliesTo: { roomTypeIds: new Set(['r']) } }))).toBe(0);
  });
  test('that is disabled, or fixed in another currency, has no line', () => {
    expect(lines(toBill(nightly(1)), rate({ enabled: false }))).toBe(0);
    const fee = fixed('f', { basis: 'per_stay', amountMinorUnits: 1n, currency: 'USD' });
    expect(lines(toBill(nightly(1)), fee)).toBe(0);
    expect(lines(toBill(nightly(1), { currency: 'USD' }), fee)).toBe(1);
  });
  test('stands in the order of computation, then of position, then of code', () => {
    const flat = { basis: 'per_stay', amountMinorUnits: 1n } as const;
    const bill = billOf(
      toBill(nightly(1)),
      percent('tax-b', '1', { position: 1 }),
      percent('tax-A', '1', { position: 1 }),
      percent('in-percent', '1', { inclusive: true }),
      fixed('in-fixed', flat, { inclusive: true, position: 9 }),
      fixed('fee-2', flat, { kind: 'fee', position: 2 }),
      fixed('fee-10', flat, { kind: 'fee', position: 10 }),
    );
    expect(bill.lines.map(({ id }) => id)).toEqual([
      'fee-2',
      'fee-10',
      'in-fixed',
      'in-percent',
      'tax-A',
      'tax-b',
    ]);
  });
});

describe('an exemption', () => {
  const city = fixed('City', { basis: 'per_stay', amountMinorUnits: 500n }, { exemptible: true });
  test('leaves the line with the amount 0 and the reason', () => {
    const stay = toBill(nightly(1), { exemptions: [{ code: 'cITY', reason: 'business trip' }] });
    const bill = billOf(stay, city);
    expect(bill.lines).toMatchObject([
      { code: 'City', count: 1, amountMinorUnits: 0n, note: 'exempt:business trip' },
    ]);
    expect(bill.totalMinorUnits).toBe(10_000n);
  });
  test.each([
    { name: 'of an unknown code', rules: [city], code: 'other' },
    { name: 'of a rule that allows none', rules: [{ ...city, exemptible: false }], code: 'City' },
    { name: 'of a rule that does not apply', rules: [{ ...city, enabled: false }], code: 'City' },
  ])('$name is refused', ({ rules, code }) => {
    const stay = toBill(nightly(1), { exemptions: [{ code, reason: 'diplomat' }] });
    expect(billStay(stay, rules)).toMatchObject({ refusal: { code: 'exemption_not_allowed' } });
  });
});

describe('a child of unknown age', () => {
  const ageBands = [{ fromAge: 0, toAge: 15, amountMinorUnits: 0n }];
  const city = fixed('city', { basis: 'per_person_per_night', amountMinorUnits: 250n, ageBands });
  const guests = guestsOf({ partySize: 3, children: 1 });
  test('of a party of three in two units has age 0, which the line says', () => {
    const [line] = billOf(toBill(nightly(1), { quantity: 2, guests }), city).lines;
    expect(line).toMatchObject({ count: 2, amountMinorUnits: 500n, note: 'assumed_age:1' });
  });
  test('is not mentioned where age makes no difference', () => {
    const flat = fixed('flat', { basis: 'per_person_per_night', amountMinorUnits: 250n });
    const lines = billOf(toBill(nightly(1), { guests }), flat, percent('VAT', '700')).lines;
    expect(lines.map(({ note }) => note)).toEqual([null, null]);
  });
});

describe('a price with more than fifteen digits', () => {
  const price = stayPrice([999_999_999_999_999n]);
  test('after taxes is none', () => {
    const refused = billStay({ ...toBill([]), price }, [percent('t', '1')]);
    expect(refused).toMatchObject({
      refusal: { code: 'no_pricing_rule', extra: { missingDates: ['2027-06-10'] } },
    });
  });
  test('at the property is none either', () => {
    const fee = { basis: 'per_stay', amountMinorUnits: 999_999_999_999_999n } as const;
    const rules = ['a', 'b'].map((code) => fixed(code, fee, { kind: 'fee', collect: 'property' }));
    expect(billStay(toBill([1n]), rules)).toMatchObject({ refusal: { code: 'no_pricing_rule' } });
  });
});

describe('the example of a whole bill', () => {
  test('has a cleaning fee, an included tax and a city tax, each in its own sum', () => {
    const bill = billOf(
      toBill([10_000n, 12_000n]),
      fixed('cleaning', { basis: 'per_stay', amountMinorUnits: 3_000n }, { kind: 'fee' }),
      percent('VAT', '700', { inclusive: true }),
      fixed('city', { basis: 'per_person_per_night', amountMinorUnits: 250n }),
    );
    expect(bill).toMatchObject({
      roomMinorUnits: 22_000n,
      accommodationMinorUnits: 22_000n,
      includedTaxMinorUnits: 1_439n,
      addedTaxMinorUnits: 1_000n,
      feesMinorUnits: 3_000n,
      dueAtPropertyMinorUnits: 0n,
      totalMinorUnits: 26_000n,
    });
  });
});
