import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { multiplied, tooManyHolds, unitNightsOfSize } from './client-limits.ts';

describe('the unit-nights of a client whose guests are not verified', () => {
  it.each([
    [0, 60],
    [1, 60],
    [8, 60],
    [9, 63],
    [16, 112],
    [107, 749],
    [108, 750],
    [5_000, 750],
  ])('of a tenant of %i units are %i', (units, most) => {
    expect(unitNightsOfSize(units, 750)).toBe(most);
  });

  it('are never fewer than sixty, never more than the most, and never fewer in a larger tenant', () => {
    fc.assert(
      fc.property(fc.nat(10_000), fc.nat(10_000), (units, more) => {
        const [small, large] = [unitNightsOfSize(units, 750), unitNightsOfSize(units + more, 750)];
        expect(small).toBeGreaterThanOrEqual(60);
        expect(large).toBeLessThanOrEqual(750);
        expect(large).toBeGreaterThanOrEqual(small);
      }),
    );
  });
});

it('a limit that is lifted is lifted for every network', () => {
  expect(multiplied({ maxOpenHolds: 25, maxUnitNights: null }, 16)).toEqual({
    maxOpenHolds: 400,
    maxUnitNights: null,
  });
});

it('the refusal names the key where all networks together are limited', () => {
  expect(tooManyHolds('client', 9).refusal.detail).toContain('this key and address');
  expect(tooManyHolds('key', 9).refusal).toMatchObject({
    detail: 'Too many holds are open for this key.',
    extra: { retryAfterSeconds: 9 },
  });
});
