import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DAY_MS } from '../time/day-number.ts';
import { peakUnits } from '../units/peak-units.ts';
import type { ExistingClaim } from '../claims/claim.ts';
import { decideParts } from './claim-parts.ts';
import { changesUnits, decideMove, missingUnits } from './move-claim.ts';
import type { MoveContext, MoveTarget } from './move-claim.ts';

const FIRST = Temporal.Instant.from('2027-03-20T12:00:00Z');
const START = Temporal.Instant.from('2027-03-20T00:00:00Z').epochMilliseconds;

const spanOf = (night: number, nights: number) => ({
  start: START + night * DAY_MS,
  end: START + (night + nights) * DAY_MS,
});

function targetOf(night: number, nights: number, quantity = 1, resourceId = 'r'): MoveTarget {
  const from = FIRST.add({ hours: 24 * night });
  return { resourceId, quantity, window: { from, to: from.add({ hours: 24 * nights }) } };
}

const claimOf = (night: number, nights: number, units = 1): ExistingClaim => ({
  resourceId: 'r',
  state: 'confirmed',
  span: spanOf(night, nights),
  units,
  expiresAt: null,
  expired: false,
  revision: 0,
});

function contextOf(existing: ExistingClaim, units: number, taken: MoveContext['taken'] = []): MoveContext {
  return { resource: { kind: 'villa', timezone: 'Europe/Berlin', units }, existing, taken };
}

const anyNights = fc.record({
  night: fc.integer({ min: 0, max: 8 }),
  nights: fc.integer({ min: 1, max: 5 }),
  units: fc.integer({ min: 1, max: 3 }),
});

describe('a move', () => {
  it('is granted where the target is free beside the others, or within the claim, says which, and is else refused', () => {
    fc.assert(
      fc.property(
        anyNights,
        anyNights,
        fc.array(anyNights, { maxLength: 4 }),
        fc.integer({ min: 1, max: 4 }),
        (own, to, others, units) => {
          const taken = others.map((other) => ({
            kind: 'reservation' as const,
            units: other.units,
            ...spanOf(other.night, other.nights),
          }));
          const claim = claimOf(own.night, own.nights, own.units);
          const moved = decideMove(contextOf(claim, units, taken), targetOf(to.night, to.nights, to.units));
          const isWithin =
            own.night <= to.night && own.night + own.nights >= to.night + to.nights && own.units >= to.units;
          const isFree = peakUnits(taken, spanOf(to.night, to.nights)) + to.units <= units;
          expect(moved.ok).toBe(isWithin || isFree);
          if (moved.ok) expect(moved.value.fits).toBe(isFree);
        },
      ),
    );
  });

  it('leases, beyond the claim, exactly what the target takes more in each night', () => {
    fc.assert(
      fc.property(anyNights, anyNights, (own, to) => {
        const claim = claimOf(own.night, own.nights, own.units);
        const moved = decideMove(contextOf(claim, 9), targetOf(to.night, to.nights, to.units));
        if (!moved.ok) throw new Error('nine units are enough');
        const parts = missingUnits(moved.value);
        expect(parts.length).toBeLessThanOrEqual(3);
        for (let night = 0; night < 14; night += 1) {
          const at = START + night * DAY_MS;
          const unitsOf = (claims: readonly { span: { start: number; end: number }; units: number }[]) =>
            claims
              .filter(({ span }) => span.start <= at && span.end > at)
              .reduce((sum, { units }) => sum + units, 0);
          const wanted = unitsOf([moved.value.to]);
          expect(unitsOf(parts)).toBe(Math.max(0, wanted - unitsOf([claim])));
        }
      }),
    );
  });

  it('leases all of the target where it is on another resource', () => {
    const context = { ...contextOf(claimOf(0, 3), 1), leased: [], released: [] };
    expect(decideParts(context, targetOf(0, 3, 1, 'other'), ['a', 'b', 'c'])).toMatchObject({
      ok: true,
      value: { isNew: true, parts: [{ id: 'a', resourceId: 'other', span: spanOf(0, 3), units: 1 }] },
    });
  });

  it('changes nothing where the target is the claim', () => {
    const moved = decideMove(contextOf(claimOf(2, 3), 1), targetOf(2, 3));
    expect(moved.ok && changesUnits(moved.value)).toBe(false);
  });
});
