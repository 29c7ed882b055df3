import { duplicates, refuseFaults } from './faults.ts';
import type { Fault, Invalid } from './faults.ts';

interface Entry {
  readonly fromCurrency: string;
  readonly toCurrency: string;
  readonly effectiveAt: string;
}

export function refuseFxRates(rates: readonly Entry[]): Invalid | undefined {
  const twice = duplicates(
    rates,
    ({ fromCurrency, toCurrency, effectiveAt }) => `${fromCurrency} ${toCurrency} ${effectiveAt}`,
    (index) => ({
      pointer: `/rates/${index}/effectiveAt`,
      message: 'A pair may have one rate for a moment.',
    }),
  );
  return refuseFaults([...rates.flatMap(sameCurrency), ...twice]);
}

function sameCurrency({ fromCurrency, toCurrency }: Entry, index: number): Fault[] {
  if (fromCurrency !== toCurrency) return [];
  return [{ pointer: `/rates/${index}/toCurrency`, message: 'A rate leads to another currency.' }];
}
