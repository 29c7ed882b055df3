import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { fingerprint } from './fingerprint.ts';

const body = fc.dictionary(fc.string(), fc.oneof(fc.string(), fc.integer(), fc.constant(null)));

it('does not depend on the order of fields, nor on absent optional fields', () => {
  fc.assert(
    fc.property(body, (fields) => {
      const reversed = Object.fromEntries(Object.entries(fields).toReversed());
      expect(fingerprint('place-hold', { ...reversed, absent: undefined })).toBe(
        fingerprint('place-hold', fields),
      );
    }),
  );
});

it('differs with any field and with the operation', () => {
  fc.assert(
    fc.property(body, body, (one, other) => {
      fc.pre(JSON.stringify(one) !== JSON.stringify(other) && !sameFields(one, other));
      expect(fingerprint('place-hold', one)).not.toBe(fingerprint('place-hold', other));
    }),
  );
  expect(fingerprint('place-hold', {})).not.toBe(fingerprint('create-booking', {}));
});

function sameFields(one: Record<string, unknown>, other: Record<string, unknown>): boolean {
  const names = Object.keys(one);
  return names.length === Object.keys(other).length && names.every((name) => one[name] === other[name]);
}
