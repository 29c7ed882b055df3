import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { convertAmount, rateInBps } from './convert-amount.ts';
import { findRate } from './exchange-rate.ts';
import type { ExchangeRate, PublishedRate } from './exchange-rate.ts';

const now = Temporal.Instant.from('2026-11-20T12:00:00Z');
const daysAgo = (days: number) => now.subtract({ minutes: Math.round(days * 1440) });

function rate(pair: string, value: string, age = 1, source = 'ecb'): PublishedRate {
  const [fromCurrency = '', toCurrency = ''] = pair.split('/');
  return { fromCurrency, toCurrency, rate: value, effectiveAt: daysAgo(age), source };
}
function found(published: PublishedRate[], from = 'EUR', to = 'USD'): ExchangeRate {
  const result = findRate(published, from, to, now);
  if (result === undefined) throw new Error('no rate was found');
  return result;
}
const bps = (published: PublishedRate[], from?: string, to?: string) => rateInBps(found(published, from, to));

describe('the rate', () => {
  test('of a currency to itself is one, as of the quote', () => {
    const identity = found([], 'EUR', 'EUR');
    expect([rateInBps(identity), identity.source, identity.effectiveAt]).toEqual(['10000', 'identity', now]);
  });
  test('is the newest of its pair that is not in the future', () => {
    const published = [
      rate('EUR/USD', '1.10', 3),
      rate('EUR/USD', '1.20', 2, 'desk'),
      rate('EUR/USD', '1.30', -1),
    ];
    expect(bps(published)).toBe('12000');
    expect(found(published)).toMatchObject({ source: 'desk', effectiveAt: daysAgo(2) });
  });
  test('is used for seven days and not longer', () => {
    expect(bps([rate('EUR/USD', '1.1', 7)])).toBe('11000');
    expect(findRate([rate('EUR/USD', '1.1', 7.001)], 'EUR', 'USD', now)).toBeUndefined();
  });
  test('is the inverse where there is no recent direct one', () => {
    const published = [rate('EUR/USD', '9', 8), rate('USD/EUR', '0.8', 2, 'desk')];
    expect(bps(published)).toBe('12500');
    expect(found(published)).toMatchObject({ source: 'desk', effectiveAt: daysAgo(2) });
  });
  test('is a cross rate over one common currency, dated by its older half', () => {
    const published = [rate('GBP/EUR', '1.25', 1), rate('GBP/USD', '1.5', 3)];
    expect(bps(published)).toBe('12000');
    expect(found(published)).toMatchObject({ source: 'cross', effectiveAt: daysAgo(3) });
  });
  test('of several cross rates is the one whose older half is the newest', () => {
    const published = [
      rate('EUR/GBP', '1', 1),
      rate('GBP/USD', '2', 5),
      rate('EUR/CHF', '1', 2),
      rate('CHF/USD', '3', 2),
    ];
    expect(bps(published)).toBe('30000');
  });
  test('never crosses two currencies', () => {
    const published = [rate('EUR/GBP', '1'), rate('GBP/CHF', '1'), rate('CHF/USD', '1')];
    expect(findRate(published, 'EUR', 'USD', now)).toBeUndefined();
  });
  test('is written in basis points with up to six decimals and without trailing zeros', () => {
    expect(bps([rate('EUR/USD', '1.0850')])).toBe('10850');
    expect(bps([rate('EUR/USD', '0.00006312')])).toBe('0.6312');
    expect(bps([rate('USD/EUR', '3')])).toBe('3333.333333');
    expect(bps([rate('EUR/USD', '0.00000000005')])).toBe('0.000001');
  });
});

describe('a cross rate', () => {
  const micros = fc.integer({ min: 1, max: 9_999_999 });
  const text = (value: number) =>
    `${Math.trunc(value / 1_000_000)}.${String(value % 1_000_000).padStart(6, '0')}`;

  test('is the exact product of its halves, direct or inverse', () => {
    fc.assert(
      fc.property(
        micros,
        micros,
        fc.boolean(),
        fc.boolean(),
        fc.bigInt({ min: 0n, max: 10n ** 12n }),
        (one, two, turnOne, turnTwo, amount) => {
          const published = [
            rate(turnOne ? 'GBP/EUR' : 'EUR/GBP', text(one)),
            rate(turnTwo ? 'USD/GBP' : 'GBP/USD', text(two)),
          ];
          // Millionths: a rate that is turned round divides.
          const million = 1_000_000n;
          const [a, b] = [BigInt(one), BigInt(two)];
          const numerator = amount * (turnOne ? million : a) * (turnTwo ? million : b);
          const denominator = (turnOne ? a : million) * (turnTwo ? b : million);
          const naive = numerator / denominator + ((numerator % denominator) * 2n >= denominator ? 1n : 0n);
          expect(convertAmount(amount, 'EUR', 'USD', found(published))).toBe(naive);
        },
      ),
    );
  });
});

describe('an amount', () => {
  const one = (value: string) => found([rate('AAA/BBB', value)], 'AAA', 'BBB');

  test('has the number of decimals of its currency', () => {
    expect(convertAmount(12_345n, 'USD', 'JPY', one('150.5'))).toBe(18_579n);
    expect(convertAmount(18_579n, 'JPY', 'USD', one('0.0066'))).toBe(12_262n);
    expect(convertAmount(100n, 'USD', 'KWD', one('0.3075'))).toBe(308n);
  });
  test('is rounded by at most half a minor unit, half up', () => {
    const decimal = fc.tuple(fc.integer({ min: 0, max: 9_999 }), fc.integer({ min: 1, max: 999_999 }));
    const currency = fc.constantFrom('JPY', 'USD', 'KWD', 'CLF');
    const digits: Record<string, bigint> = { JPY: 1n, USD: 100n, KWD: 1_000n, CLF: 10_000n };
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 10n ** 15n }),
        decimal,
        currency,
        currency,
        (amount, [whole, part], from, to) => {
          const published = `${whole}.${String(part).padStart(6, '0')}`;
          const millionths = BigInt(whole) * 1_000_000n + BigInt(part);
          // amount / digits[from] * millionths / 10^6 * digits[to], as numerator over denominator
          const numerator = amount * millionths * (digits[to] ?? 0n);
          const denominator = 1_000_000n * (digits[from] ?? 0n);
          const naive = numerator / denominator + ((numerator % denominator) * 2n >= denominator ? 1n : 0n);
          expect(convertAmount(amount, from, to, one(published))).toBe(naive);
        },
      ),
    );
  });
  test('converted by a rate and back by its inverse is the same, in currencies of similar value', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 10n ** 12n }),
        fc.integer({ min: 1_000_000, max: 9_000_000 }),
        (amount, part) => {
          const published = [
            rate('EUR/USD', `${part / 1_000_000 >= 1 ? '' : '0'}${(part / 1_000_000).toFixed(6)}`),
          ];
          const there = convertAmount(amount, 'EUR', 'USD', found(published));
          expect(convertAmount(there, 'USD', 'EUR', found(published, 'USD', 'EUR'))).toBe(amount);
        },
      ),
    );
  });
});
