import { expect, it } from 'vitest';
import { callerShape } from './caller.ts';

const limits = { maxParcels: 25, maxWeight: null, followsSize: true };

it.each([
  undefined,
  null,
  [],
  { kind: 'root', permissions: [] },
  { kind: 'secret' },
  { kind: 'publishable', permissions: [], limits: null },
  { kind: 'publishable', permissions: [], limits: [25] },
  { kind: 'publishable', permissions: [], limits: { ...limits, maxParcels: '25' } },
  { kind: 'publishable', permissions: [], limits: { ...limits, maxParcels: 2.5 } },
  { kind: 'publishable', permissions: [], limits: { ...limits, maxParcels: undefined } },
  { kind: 'publishable', permissions: [], limits: { ...limits, of: {} } },
])('%j is no caller', (value) => {
  expect(callerShape.safeParse(value).success).toBe(false);
});

it('a caller with a field that this version does not know is one', () => {
  const newer = { kind: 'secret', permissions: [], floor: 3 };
  expect(callerShape.safeParse(newer).data).toEqual(newer);
});

it('the limits of a caller may have a field that this version does not know', () => {
  const known = { kind: 'publishable', permissions: [], limits };
  expect(callerShape.safeParse(known).data).toEqual(known);
  const newer = { ...known, limits: { ...limits, maxLength: 7 } };
  expect(callerShape.safeParse(newer).data).toEqual(newer);
});
