import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readAmount, separatorsOf, writeAmount } from './amount-input.ts';

const CURRENCIES = ['JPY', 'EUR', 'KWD', 'CLF'];
const LANGUAGES = ['en', 'de', 'fr', 'es'];

describe.each(LANGUAGES)('amounts typed in %s', (language) => {
  const separators = separatorsOf(language);

  it.each(CURRENCIES)('are read as they were written, in %s', (currency) => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 10n ** 24n }), (minorUnits) => {
        const text = writeAmount(minorUnits, currency, separators);
        expect(readAmount(text, currency, separators)).toEqual({ ok: true, minorUnits });
      }),
    );
  });
});

it.for([
  ['100.5', 'JPY', 'en', 'too-many-decimals'],
  ['12,50', 'EUR', 'de', 1250n],
  ['12.50', 'EUR', 'de', 'not-a-number'],
  ['1.234,50', 'EUR', 'de', 123_450n],
  ['1,234.5', 'EUR', 'en', 123_450n],
  ['1 234,5', 'EUR', 'fr', 123_450n],
  ['12,5', 'EUR', 'en', 'not-a-number'],
  ['0', 'EUR', 'en', 'not-positive'],
  ['-5', 'EUR', 'en', 'not-a-number'],
  ['1e3', 'EUR', 'en', 'not-a-number'],
  ['  ', 'EUR', 'en', 'empty'],
] as const)('%s in %s, typed in %s, is %s', ([text, currency, language, expected]) => {
  const outcome = readAmount(text, currency, separatorsOf(language));
  expect(outcome.ok ? outcome.minorUnits : outcome.fault).toBe(expected);
});
