import { describe, expect, it } from 'vitest';
import { clientLimitsOf, DEFAULT_LIMITS, limited } from './client-limits.ts';

describe('the limits of a tenant', () => {
  it('follow the units for sale where nothing is set', () => {
    expect(clientLimitsOf(DEFAULT_LIMITS)).toEqual({
      maxOpenHolds: 25,
      maxHeldUnitNights: 750,
      codesPerAddressHour: 10,
      codesPerClientHour: 100,
      heldUnitNightsFollowSize: true,
      keyLimitFactor: 10,
    });
  });

  it.each([
    ['a number', 5],
    ['the number of the default', 750],
    ['no limit', null],
  ])('do not follow it any more where %s is set', (_what, maxHeldUnitNights) => {
    const set = limited(DEFAULT_LIMITS, { maxHeldUnitNights });
    expect(clientLimitsOf(set)).toMatchObject({ maxHeldUnitNights, heldUnitNightsFollowSize: false });
    expect(clientLimitsOf(limited(set, { maxOpenHolds: 3 })).heldUnitNightsFollowSize).toBe(false);
    expect(clientLimitsOf(limited(set, { heldUnitNightsFollowSize: true }))).toEqual(
      clientLimitsOf(DEFAULT_LIMITS),
    );
  });

  it('do not follow it where a release that did not record it had set a number', () => {
    expect(clientLimitsOf({ ...DEFAULT_LIMITS, maxHeldUnitNights: 100 }).heldUnitNightsFollowSize).toBe(
      false,
    );
  });

  it('stay at today’s number where they are not to follow it', () => {
    const fixed = limited(DEFAULT_LIMITS, { heldUnitNightsFollowSize: false });
    expect(clientLimitsOf(fixed)).toMatchObject({ maxHeldUnitNights: 750, heldUnitNightsFollowSize: false });
  });
});
