import { expect, it } from 'vitest';
import { shortAmount } from './short-amount.ts';

it.each([
  ['12000', 'EUR', '120'],
  ['12050', 'EUR', '120,50'],
  ['12000', 'JPY', '12000'],
  ['1500', 'KWD', '1,500'],
])('%s of %s is short, and no decimal that counts is lost', (minorUnits, currency, short) => {
  expect(shortAmount(minorUnits, currency, { decimal: ',', group: '.' })).toBe(short);
});
