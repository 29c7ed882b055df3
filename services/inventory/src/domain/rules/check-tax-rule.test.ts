import { describe, expect, it } from 'vitest';
import { validationPointers } from '../../../test/validation-pointers.ts';
import { checkTaxRule } from './check-tax-rule.ts';
import type { RequestedTaxRule } from './check-tax-rule.ts';
import type { AgeBand } from './tax-rule.ts';

const common: RequestedTaxRule = {
  code: 'VAT',
  name: 'VAT',
  kind: 'tax',
  basis: 'percent',
  inclusive: false,
  collect: 'online',
  exemptible: false,
  appliesTo: null,
  position: 0,
  enabled: true,
  refundable: undefined,
  rateBps: undefined,
  of: undefined,
  amountMinorUnits: undefined,
  currency: undefined,
  ageBands: undefined,
  nights: { skip: 0, max: null, from: null, to: null },
};
const vat: RequestedTaxRule = { ...common, rateBps: '700' };
const fee: RequestedTaxRule = {
  ...common,
  kind: 'fee',
  basis: 'per_stay',
  amountMinorUnits: 3_000n,
  currency: 'EUR',
};
const band = (fromAge: number, toAge: number | null): AgeBand => ({ fromAge, toAge, amountMinorUnits: 1n });
const pointersOf = (rule: RequestedTaxRule) => validationPointers(checkTaxRule(rule));

describe('a tax rule', () => {
  it('has the defaults of its kind and basis', () => {
    expect(checkTaxRule(vat)).toMatchObject({
      ok: true,
      value: { refundable: true, charge: { rateE4: 7_000_000n, of: 'accommodation' } },
    });
    expect(checkTaxRule(fee)).toMatchObject({
      ok: true,
      value: { refundable: false, charge: { amountMinorUnits: 3_000n, currency: 'EUR', ageBands: [] } },
    });
    expect(checkTaxRule({ ...fee, refundable: true })).toMatchObject({ value: { refundable: true } });
  });

  it('has the fields of its basis and no others', () => {
    expect(pointersOf(common)).toEqual(['/rateBps']);
    expect(pointersOf({ ...vat, amountMinorUnits: 1n, currency: 'EUR', ageBands: [] })).toEqual([
      '/amountMinorUnits',
      '/currency',
      '/ageBands',
    ]);
    for (const basis of ['per_stay', 'per_night'] as const) {
      expect(pointersOf({ ...common, basis })).toEqual(['/amountMinorUnits', '/currency']);
      expect(pointersOf({ ...fee, basis, rateBps: '1', of: 'all', ageBands: [] })).toEqual([
        '/rateBps',
        '/of',
        '/ageBands',
      ]);
    }
    for (const basis of ['per_person_per_stay', 'per_person_per_night'] as const) {
      expect(pointersOf({ ...common, basis })).toEqual(['/currency']);
      expect(pointersOf({ ...common, basis, currency: 'EUR', ageBands: [band(0, 3)] })).toEqual([]);
    }
  });

  it.each(['0', '10000', '10000.0000', '0.0001', '887.5'])('may have the rate %s', (rateBps) => {
    expect(pointersOf({ ...vat, rateBps })).toEqual([]);
  });
  it.each(['10000.0001', '10001', '99999'])('has no rate of %s', (rateBps) => {
    expect(pointersOf({ ...vat, rateBps })).toEqual(['/rateBps']);
  });

  it('that the price has in it exempts no guest and is collected with the price', () => {
    const inclusive = { ...vat, inclusive: true };
    expect(pointersOf(inclusive)).toEqual([]);
    expect(pointersOf({ ...inclusive, exemptible: true })).toEqual(['/exemptible']);
    expect(pointersOf({ ...inclusive, collect: 'property' })).toEqual(['/collect']);
    expect(pointersOf({ ...inclusive, of: 'accommodation' })).toEqual([]);
    expect(pointersOf({ ...inclusive, of: 'all' })).toEqual(['/of']);
    expect(pointersOf({ ...inclusive, of: 'accommodation_and_fees' })).toEqual(['/of']);
  });

  it('that the price has in it as a percentage is one of the whole stay', () => {
    const nights = { skip: 1, max: 2, from: '2027-01-01', to: '2028-01-01' };
    const pointers = ['/skipNights', '/maxNights', '/from', '/to'];
    expect(pointersOf({ ...vat, inclusive: true, nights })).toEqual(pointers);
    expect(pointersOf({ ...vat, nights })).toEqual([]);
    expect(pointersOf({ ...fee, inclusive: true, nights })).toEqual([]);
  });

  it('that is a fee, or collected at the property, is not a percentage of everything', () => {
    expect(pointersOf({ ...vat, kind: 'fee', of: 'accommodation_and_fees' })).toEqual(['/of']);
    expect(pointersOf({ ...vat, kind: 'fee', of: 'all' })).toEqual(['/of']);
    expect(pointersOf({ ...vat, collect: 'property', of: 'all' })).toEqual(['/of']);
    expect(pointersOf({ ...vat, collect: 'property', of: 'accommodation_and_fees' })).toEqual([]);
    expect(pointersOf({ ...vat, of: 'all' })).toEqual([]);
  });

  it('begins before it ends', () => {
    const nights = { ...vat.nights, from: '2027-01-01' };
    expect(pointersOf({ ...vat, nights: { ...nights, to: '2027-01-01' } })).toEqual(['/to']);
    expect(pointersOf({ ...vat, nights: { ...nights, to: '2027-01-02' } })).toEqual([]);
  });

  it('has age bands of which no two have an age', () => {
    const withBands = (...ageBands: AgeBand[]) =>
      pointersOf({ ...fee, basis: 'per_person_per_stay', ageBands });
    expect(withBands(band(0, 5), band(6, 6), band(18, null))).toEqual([]);
    expect(withBands(band(5, 4))).toEqual(['/ageBands/0/toAge']);
    expect(withBands(band(0, 5), band(5, 9))).toEqual(['/ageBands/1']);
    expect(withBands(band(10, null), band(0, 12), band(40, 41))).toEqual(['/ageBands/1', '/ageBands/2']);
  });

  it.each(['', '-a', 'a b', 'a/b', 'ä', 'a\u0000', 'a'.repeat(65)])('has no code like %j', (code) => {
    expect(pointersOf({ ...vat, code })).toEqual(['/code']);
  });
});
