import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatMoney, fromDecimal, minorUnits, toDecimal } from '../src/index.ts';

const currency = fc.constantFrom('EUR', 'JPY', 'KWD', 'CLF', 'HUF');

describe('money', () => {
  it('is written as a decimal and read again without a change', () => {
    fc.assert(
      fc.property(fc.bigInt(), currency, (amount, code) => {
        expect(fromDecimal(toDecimal(amount, code), code)).toBe(amount);
      }),
    );
  });

  it.each([
    ['12345', 'EUR', '123.45'],
    ['5', 'EUR', '0.05'],
    ['-5', 'KWD', '-0.005'],
    ['12345', 'JPY', '12345'],
  ])('%s of %s is %s', (amount, code, decimal) => {
    expect(toDecimal(amount, code)).toBe(decimal);
  });

  it.each([
    ['1.234', 'EUR'],
    ['1.0', 'JPY'],
    ['1,5', 'EUR'],
    ['', 'EUR'],
    ['1e3', 'EUR'],
    ['.5', 'EUR'],
  ])('is not rounded or guessed: %s of %s is refused', (text, code) => {
    expect(() => fromDecimal(text, code)).toThrow(RangeError);
  });

  it('is counted with as a bigint', () => {
    expect(minorUnits('9007199254740993') + 1n).toBe(9_007_199_254_740_994n);
    expect(() => minorUnits('12.5')).toThrow(RangeError);
  });

  it('is shown exactly, in the requested language', () => {
    expect(formatMoney('900719925474099312', 'EUR', 'en')).toBe('€9,007,199,254,740,993.12');
    expect(formatMoney('12345', 'EUR', 'de').replace(/\s/, ' ')).toBe('123,45 €');
    expect(formatMoney(1_500n, 'JPY', 'en')).toBe('¥1,500');
    expect(formatMoney('150050', 'HUF', 'en')).toContain('1,500.50');
  });
});
