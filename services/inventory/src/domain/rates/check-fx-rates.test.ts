import { describe, expect, test } from 'vitest';
import { validationPointers } from '../../../test/validation-pointers.ts';
import { checkFxRates } from './check-fx-rates.ts';

describe('exchange rates', () => {
  test('convert to another currency, one for each pair and instant', () => {
    const rate = {
      fromCurrency: 'EUR',
      toCurrency: 'USD',
      effectiveAt: Temporal.Instant.from('2026-11-20T00:00:00Z'),
    };
    expect(checkFxRates([rate, { ...rate, toCurrency: 'GBP' }])).toBeUndefined();
    const refused = checkFxRates([rate, rate, { ...rate, toCurrency: 'EUR' }]);
    expect(validationPointers(refused)).toEqual(['/rates/2/toCurrency', '/rates/1/effectiveAt']);
  });
});
