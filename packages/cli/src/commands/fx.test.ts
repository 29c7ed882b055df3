// Guarantees of how a pair is read.
import { expect, it } from 'vitest';
import { readPair } from './fx.ts';

it.each(['EUR/USD=1.0850', 'eurusd=1.0850'])('reads %s', (pair) => {
  expect(readPair(pair)).toEqual({ fromCurrency: 'EUR', toCurrency: 'USD', rate: '1.0850' });
});

it.each(['EUR/USD', 'EUR/USD=', 'EUR/USD=-1', 'EURO/USD=1', 'EUR/USD=1e3'])('does not read %s', (pair) => {
  expect(() => readPair(pair)).toThrow(/is not a pair/);
});
