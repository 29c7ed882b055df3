import { expect, it } from 'vitest';
import { clientLimits } from './client-limits.ts';

const limits = {
  maxOpenHolds: 25,
  maxHeldUnitNights: null,
  codesPerAddressHour: 10,
  codesPerClientHour: 100,
  heldUnitNightsFollowSize: true,
  keyLimitFactor: null,
};

it.each([
  {},
  { ...limits, maxOpenHolds: '25' },
  { ...limits, heldUnitNightsFollowSize: 1 },
  { ...limits, heldUnitNightsFollowSize: undefined },
  { ...limits, keyLimitFactor: '10' },
  { ...limits, keyLimitFactor: undefined },
])('%j are no limits of a client', (value) => {
  expect(clientLimits.safeParse(value).success).toBe(false);
});

it('the limits may have a field that this version does not know', () => {
  expect(clientLimits.parse({ ...limits, maxNights: 7 })).toEqual(limits);
});
