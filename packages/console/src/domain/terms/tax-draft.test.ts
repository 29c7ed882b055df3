import fc from 'fast-check';
import { expect, it } from 'vitest';
import { draftOfTax, emptyTax, readTax } from './tax-draft.ts';
import type { TaxRule } from './tax-draft.ts';

const german = { decimal: ',', group: '.' };
const minorUnits = fc.bigInt({ min: 0n, max: 10n ** 12n }).map(String);

const PERCENT = { amountMinorUnits: null, currency: null, ageBands: null };
const charges = fc.oneof(
  fc
    .record({ basis: fc.constant('percent' as const), rateBps: fc.integer({ min: 0, max: 10_000 }) })
    .map(({ basis, rateBps }) => ({
      basis,
      rateBps: String(rateBps),
      of: 'accommodation' as const,
      ...PERCENT,
    })),
  fc
    .record({ basis: fc.constantFrom('per_stay', 'per_night' as const), amountMinorUnits: minorUnits })
    .map((one) => ({ ...one, rateBps: null, of: null, currency: 'EUR', ageBands: null })),
  fc
    .record({
      basis: fc.constantFrom('per_person_per_stay', 'per_person_per_night' as const),
      amountMinorUnits: fc.option(minorUnits),
      ageBands: fc.option(
        fc.array(
          fc.record({
            fromAge: fc.integer({ min: 0, max: 99 }),
            toAge: fc.option(fc.integer({ min: 0, max: 99 })),
            amountMinorUnits: minorUnits,
          }),
          { minLength: 1, maxLength: 3 },
        ),
      ),
    })
    .map((one) => ({ ...one, rateBps: null, of: null, currency: 'KWD' })),
);
const rules: fc.Arbitrary<TaxRule> = fc
  .record({
    charge: charges,
    kind: fc.constantFrom('tax', 'fee' as const),
    collect: fc.constantFrom('online', 'property' as const),
    flags: fc.record({ refundable: fc.boolean(), exemptible: fc.boolean(), enabled: fc.boolean() }),
    skipNights: fc.integer({ min: 0, max: 9 }),
    maxNights: fc.option(fc.integer({ min: 1, max: 30 })),
    from: fc.constantFrom(null, '2027-01-01'),
    to: fc.constantFrom(null, '2028-03-01'),
    position: fc.integer({ min: -1_000, max: 1_000 }),
  })
  .map(({ charge, flags, ...rest }) => ({
    code: 'CITY',
    name: 'City tax',
    translations: { de: {}, fr: { name: 'Taxe de séjour' } },
    inclusive: false,
    appliesTo: null,
    ...charge,
    ...flags,
    ...rest,
  }));

it('a rule that is opened and saved again is the same', () => {
  fc.assert(
    fc.property(rules, (rule) => {
      const { code: _code, ...update } = rule;
      expect(readTax(draftOfTax(rule, 'EUR', german), german)).toEqual({ ok: true, rule: update });
    }),
  );
});

it('what prices have in it is paid with them, by every guest and for the whole stay', () => {
  const draft = { ...emptyTax('EUR'), code: 'VAT', name: 'VAT', percent: '7', maxNights: '3' };
  expect(readTax({ ...draft, collect: 'property', exemptible: true }, german)).toMatchObject({
    rule: { rateBps: '700', collect: 'online', exemptible: false, maxNights: null },
  });
});

it('what cannot be read is named as the API names it', () => {
  const band = { fromAge: '', toAge: '', amount: '1,234' };
  const draft = { ...emptyTax('EUR'), basis: 'per_person_per_night' as const, bands: [band], position: 'x' };
  expect(readTax(draft, german)).toEqual({
    ok: false,
    faults: ['/code', '/name', '/ageBands/0/fromAge', '/ageBands/0/amountMinorUnits', '/position'],
  });
});
