import type { PublishedRate } from './exchange-rate.ts';
import { duplicateErrors, refuseErrors } from '../validation.ts';
import type { FieldError, ValidationFailed } from '../validation.ts';

type RateKey = Pick<PublishedRate, 'fromCurrency' | 'toCurrency' | 'effectiveAt'>;

export function checkFxRates(rates: readonly RateKey[]): ValidationFailed | undefined {
  const duplicates = duplicateErrors(
    rates,
    ({ fromCurrency, toCurrency, effectiveAt }) =>
      `${fromCurrency} ${toCurrency} ${effectiveAt.epochNanoseconds}`,
    (index) => ({
      pointer: `/rates/${index}/effectiveAt`,
      message: 'A currency pair may have one rate per instant.',
    }),
  );
  return refuseErrors([...rates.flatMap(sameCurrencyError), ...duplicates]);
}

function sameCurrencyError({ fromCurrency, toCurrency }: RateKey, index: number): FieldError[] {
  if (fromCurrency !== toCurrency) return [];
  return [{ pointer: `/rates/${index}/toCurrency`, message: 'A rate must convert to another currency.' }];
}
