import { expect, it } from 'vitest';
import { isAligned } from './align-claim.ts';

const day = (number: number) => Temporal.Instant.from('2027-05-03T00:00:00Z').add({ hours: 24 * number });
const spanOf = (first: number, last: number) => ({
  start: day(first).epochMilliseconds,
  end: day(last).epochMilliseconds,
});
const claim = (more: object = {}) => ({
  resourceId: 'room',
  state: 'confirmed' as const,
  span: spanOf(0, 2),
  units: 1,
  expiresAt: null,
  expired: false,
  revision: 1,
  ...more,
});
const target = (more: object = {}) => ({
  resourceId: 'room',
  // Arrival and departure of the day.
  window: { from: day(0).add({ hours: 13 }), to: day(2).add({ hours: 9 }) },
  quantity: 1,
  ...more,
});
const resource = { kind: 'villa' as const, timezone: 'Europe/Berlin', units: 2 };
const at = (existing: ReturnType<typeof claim>) => ({ resource, existing, taken: [] });

it('a claim with exactly the units of its stay stays untouched', () => {
  expect(isAligned(at(claim()), target(), true)).toBe(true);
});

it.each([
  ['other nights', claim({ span: spanOf(0, 3) }), target()],
  ['another resource', claim({ resourceId: 'other' }), target()],
  ['more units', claim(), target({ quantity: 2 })],
])('a claim of %s is to be moved', (_, existing, wanted) => {
  expect(isAligned(at(existing), wanted, true)).toBe(false);
});

it('a claim that neither side has changed is not compared: the time zone of its resource may be another one now', () => {
  const [never, elsewhere] = [{ revision: 0 }, { span: spanOf(1, 3) }];
  expect(isAligned(at(claim({ ...never, ...elsewhere })), target(), false)).toBe(true);
  expect(isAligned(at(claim({ ...never, ...elsewhere })), target(), true)).toBe(false);
  expect(isAligned(at(claim(elsewhere)), target(), false)).toBe(false);
});
