import { expect, it } from 'vitest';
import { separatorsOf } from '../amount-input.ts';
import { changedPrice, readPrice } from './price-input.ts';

const typed = (text: string, current: bigint | null = 12_345n, language = 'en'): bigint | null | string => {
  const read = readPrice(text, 'EUR', separatorsOf(language));
  return read.ok ? changedPrice(read.change, current) : read.fault;
};

it.each([
  ['150', 15_000n],
  ['=129.50', 12_950n],
  ['+10%', 13_580n],
  ['+ 10 %', 13_580n],
  ['-7.5%', 11_419n],
  ['−100%', 0n],
  ['-5', 11_845n],
  ['+0.05', 12_350n],
  ['-500', 0n],
  ['10%', 'not-a-number'],
  ['abc', 'not-a-number'],
  ['12.345', 'too-many-decimals'],
  ['', 'empty'],
])('%s over 123.45', (text, expected) => {
  expect(typed(text)).toBe(expected);
});

it('half a cent rounds up, in either direction', () => {
  expect(typed('+50%', 1n)).toBe(2n);
  expect(typed('-50%', 1n)).toBe(1n);
});

it('amounts have the decimal sign of the language', () => {
  expect(typed('1.234,50', null, 'de')).toBe(123_450n);
});

it('nothing is added to a price that is not there', () => {
  expect(typed('+10%', null)).toBeNull();
  expect(typed('150', null)).toBe(15_000n);
});
