import type { BillLine } from '@lodging/contract-inventory';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildPolicy } from '../../../test/build-policy.ts';
import { buildBill, buildTerms } from '../../../test/build-price.ts';
import type { ReservationTerms } from '../../domain/stay/reservation-terms.ts';
import type { StoredLine } from '../../domain/stay/stored-bill.ts';
import { packBlock, readBlock } from './amount-blocks.ts';
import { MAX_QUOTE_TERMS, packDense, packTerms, readTerms, unpackTerms } from './quote-terms.ts';

const MOST = 999_999_999_999_999n;
const amount = fc.bigInt({ min: 0n, max: MOST });
const text = fc.string({ unit: 'grapheme', maxLength: 30 });
const orNull = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null });
const money = amount.map(String);

const line: fc.Arbitrary<BillLine> = fc.record({
  id: text,
  kind: fc.constantFrom('fee', 'tax'),
  code: text,
  name: text,
  inclusive: fc.boolean(),
  collect: fc.constantFrom('online', 'property'),
  refundable: fc.boolean(),
  baseMinorUnits: orNull(money),
  rateBps: orNull(fc.constantFrom('700', '1900', '0.5')),
  unitAmountMinorUnits: orNull(money),
  count: orNull(fc.nat()),
  amountMinorUnits: money,
  note: orNull(text),
});

const nightsOf = (amounts: readonly bigint[], extras: readonly bigint[] = []) =>
  amounts.map((one, index) => ({
    date: Temporal.PlainDate.from('2027-12-01').add({ days: index }).toString(),
    amountMinorUnits: one.toString(),
    ...((extras[index] ?? 0n) > 0n && { extraGuestsMinorUnits: String(extras[index]) }),
  }));

const anyTerms: fc.Arbitrary<ReservationTerms> = fc
  .record({
    nights: fc.array(amount, { maxLength: 366 }),
    extras: fc.array(amount, { maxLength: 8 }),
    lines: fc.array(line, { maxLength: 12 }),
    ages: fc.array(fc.integer({ min: 0, max: 17 }), { minLength: 1, maxLength: 4 }),
    total: money,
    penalty: orNull(money),
    due: fc.array(money, { maxLength: 2 }),
  })
  .map(({ nights, extras, lines, ages: childAges, total, penalty, due }) => ({
    ...buildTerms(buildBill('EUR', total, { nights: nightsOf(nights, extras), lines, childAges })),
    policy:
      penalty === null
        ? null
        : buildPolicy({ afterwards: { kind: 'fixed', amountMinorUnits: penalty, currency: 'EUR' } }),
    schedule: due.map((amountMinorUnits) => ({
      purpose: 'deposit' as const,
      amountMinorUnits,
      dueAt: '2027-03-13T23:00:00.000Z',
    })),
  }));

function buildLine(name: string): StoredLine {
  const sums = { baseMinorUnits: null, rateBps: null, unitAmountMinorUnits: '250', count: 1 };
  const kept = { inclusive: false, collect: 'online', refundable: true, note: null } as const;
  return { id: name, kind: 'tax', code: name, name, amountMinorUnits: '250', ...sums, ...kept };
}

/** Amounts of fifteen digits in which nothing repeats. */
function unlike(count: number, seed: bigint): bigint[] {
  let state = seed;
  return Array.from({ length: count }, () => {
    state = (state * 6_364_136_223_846_793_005n + 1_442_695_040_888_963_407n) & ((1n << 64n) - 1n);
    return 10n ** 14n + ((state >> 8n) % (9n * 10n ** 14n));
  });
}

describe('the terms of a quote', () => {
  it('come back exactly from the claim, in both of its layouts', () => {
    fc.assert(
      fc.property(anyTerms, (terms) => {
        const packed = packTerms(terms, MAX_QUOTE_TERMS);
        if (packed !== undefined) expect(readTerms(packed)).toEqual(terms);
        expect(unpackTerms(packDense(terms))).toEqual(terms);
      }),
      { numRuns: 150 },
    );
  });

  it('of 366 nights of fifteen digits take less than 3,600 characters where they are dense', () => {
    const nights = nightsOf(unlike(366, 1n));
    const terms = buildTerms(buildBill('EUR', MOST.toString(), { nights }));
    expect(packDense(terms).length).toBeLessThan(3_600);
    expect(unpackTerms(packDense(terms))).toEqual(terms);
  });

  it('are not dropped for 366 nights of fifteen digits with a policy and twenty-five taxes', () => {
    const amounts = unlike(366 + 75, 2n).map(String);
    const lines = Array.from({ length: 25 }, (_, index) => ({
      id: `TAX-${index}`,
      kind: 'tax' as const,
      code: `TAX-${index}`,
      name: `Tax of the district ${index}`,
      inclusive: false,
      collect: 'online' as const,
      refundable: true,
      baseMinorUnits: amounts[366 + index * 3] ?? '',
      rateBps: `${index}.25`,
      unitAmountMinorUnits: amounts[367 + index * 3] ?? '',
      count: 366,
      amountMinorUnits: amounts[368 + index * 3] ?? '',
      note: null,
    }));
    const nights = nightsOf(amounts.slice(0, 366).map(BigInt));
    const terms = {
      ...buildTerms(buildBill('EUR', MOST.toString(), { nights, lines })),
      policy: buildPolicy(),
    };
    const packed = packTerms(terms, MAX_QUOTE_TERMS);
    expect(packed).toBe(packDense(terms));
    expect(packed?.length).toBeLessThan(5_400);
    expect(readTerms(packed)).toEqual(terms);
  });
});

describe('the translations of a quote', () => {
  const line = { ...buildLine('Ortstaxe'), translations: { de: {}, en: { name: 'City tax' } } };
  const policy = buildPolicy();
  const terms = {
    ...buildTerms(buildBill('EUR', '20000', { lines: [line] })),
    policy: { ...policy, policy: { ...policy.policy, translations: { en: { name: 'Strict' } } } },
  };

  it('come back with the terms', () => {
    expect(readTerms(packTerms(terms, MAX_QUOTE_TERMS))).toEqual(terms);
  });

  it('are dropped before any of the terms, where the token would be too long', () => {
    const names = unlike(600, 3n).map((name) => [`x-${name}`, { name: `${name}` }]);
    const wordy = { ...line, translations: Object.fromEntries(names) };
    const long = { ...terms, bill: { ...terms.bill, lines: [wordy, wordy] } };
    const { translations: _, ...kept } = line;
    expect(readTerms(packTerms(long, MAX_QUOTE_TERMS))).toEqual({
      ...terms,
      policy,
      bill: { ...terms.bill, lines: [kept, kept] },
    });
  });
});

describe('a block of amounts', () => {
  it('comes back exactly, also of none and of zeros', () => {
    const blocks = fc.array(fc.array(amount, { maxLength: 50 }), { maxLength: 3 });
    fc.assert(
      fc.property(blocks, (given) => {
        const bytes = Buffer.concat(given.map(packBlock));
        let end = 0;
        for (const amounts of given) {
          const read = readBlock(bytes, end);
          expect(read.amounts).toEqual(amounts);
          end = read.end;
        }
        expect(end).toBe(bytes.length);
      }),
    );
    expect(readBlock(packBlock([0n, 0n]), 0)).toEqual({ amounts: [0n, 0n], end: 3 });
  });
});
