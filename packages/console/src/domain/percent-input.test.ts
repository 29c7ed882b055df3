import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readPercent, writePercent } from './percent-input.ts';

const english = { decimal: '.', group: ',' };
const german = { decimal: ',', group: '.' };

it.each([
  ['7', english, '700'],
  ['8.875', english, '887.5'],
  ['12,5 %', german, '1250'],
  ['0.0001', english, '0.01'],
  ['100', english, '10000'],
])('%s is read exactly', (text, separators, bps) => {
  expect(readPercent(text, separators)).toBe(bps);
});

it.each(['', '-1', '101', '100.1', '1.2.3', '1e2', '12,5'])('%s is refused', (text) => {
  expect(readPercent(text, english)).toBeNull();
});

it('what is written is read again', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 100_000_000 }),
      fc.constantFrom(english, german),
      (n, separators) => {
        const bps = String(n / 10_000);
        expect(readPercent(writePercent(bps, separators), separators)).toBe(bps);
      },
    ),
  );
});
