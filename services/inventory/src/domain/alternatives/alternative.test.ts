import fc from 'fast-check';
import { expect, it } from 'vitest';
import { plan } from '../../../test/build-resource.ts';
import { ALTERNATIVE_KINDS, chooseAlternatives, compareAlternatives } from './alternative.ts';
import type { Alternative } from './alternative.ts';

const anyAlternative: fc.Arbitrary<Alternative> = fc
  .record({
    kind: fc.constantFrom(...ALTERNATIVE_KINDS),
    points: fc.integer({ min: 1, max: 6 }),
    id: fc.constantFrom('a', 'b', 'c'),
    code: fc.option(fc.constantFrom('x', 'y'), { nil: undefined }),
    day: fc.integer({ min: 1, max: 4 }),
    total: fc.integer({ min: 0, max: 3 }),
    shown: fc.option(fc.integer({ min: 0, max: 3 })),
  })
  .map(({ id, code, day, total, shown, ...one }) => ({
    ...one,
    resource: { id, currency: id === 'c' ? 'JPY' : 'EUR' },
    plan: code === undefined ? undefined : plan({ code }),
    window: {
      from: Temporal.Instant.from(`2027-06-0${day}T13:00:00Z`),
      to: Temporal.Instant.from(`2027-06-0${day + 1}T09:00:00Z`),
    },
    nights: 1,
    shiftDays: 0,
    totalMinorUnits: BigInt(total),
    displayMinorUnits: shown === null ? null : BigInt(shown),
  }));
const anyCurrency = fc.record({ display: fc.constantFrom('USD', undefined), requested: fc.constant('EUR') });
const placeOf = ({ resource, points, plan: sold, window }: Alternative) =>
  [points, resource.id, sold?.code, window.from].join(' ');
const anyFound = fc.uniqueArray(anyAlternative, { maxLength: 14, selector: placeOf });

it('the chosen ones stand in one order, whatever the order in which they were found', () => {
  fc.assert(
    fc.property(anyFound, anyCurrency, fc.integer({ min: 1, max: 5 }), (found, currency, most) => {
      const chosen = chooseAlternatives(found, most, currency);
      expect(chosen).toHaveLength(Math.min(most, found.length));
      for (const [index, one] of chosen.entries()) {
        const before = chosen[index - 1];
        if (before !== undefined) expect(compareAlternatives(before, one, currency)).toBeLessThanOrEqual(0);
      }
      const again = chooseAlternatives(found.toReversed(), most, currency);
      expect(again.map(placeOf)).toEqual(chosen.map(placeOf));
    }),
  );
});

it('three of a kind are chosen only where every other kind has given all it has, or two', () => {
  fc.assert(
    fc.property(anyFound, fc.integer({ min: 1, max: 5 }), (found, most) => {
      const chosen = chooseAlternatives(found, most, { display: undefined, requested: 'EUR' });
      const count = (list: readonly Alternative[], kind: string) =>
        list.filter((one) => one.kind === kind).length;
      const hasThree = ALTERNATIVE_KINDS.some((kind) => count(chosen, kind) > 2);
      if (!hasThree) return;
      for (const kind of ALTERNATIVE_KINDS)
        expect(count(chosen, kind)).toBeGreaterThanOrEqual(Math.min(2, count(found, kind)));
    }),
  );
});

it('totals in another currency, or without an exchange rate, come after those that can be compared', () => {
  const at = (currency: string, total: bigint, shown: bigint | null): Alternative => ({
    kind: 'resource',
    points: 2,
    resource: { id: 'a', currency },
    plan: undefined,
    window: { from: Temporal.Instant.from('2027-06-01T00Z'), to: Temporal.Instant.from('2027-06-02T00Z') },
    nights: 1,
    shiftDays: 0,
    totalMinorUnits: total,
    displayMinorUnits: shown,
  });
  const [euro, yen] = [at('EUR', 900n, 990n), at('JPY', 1n, null)];
  const totals = (display: string | undefined) =>
    chooseAlternatives([yen, euro], 2, { display, requested: 'EUR' }).map(
      ({ resource }) => resource.currency,
    );
  expect(totals(undefined)).toEqual(['EUR', 'JPY']);
  expect(totals('USD')).toEqual(['EUR', 'JPY']);
});
