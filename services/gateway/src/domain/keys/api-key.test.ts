import { crc32 as referenceCrc32 } from 'node:zlib';
import { crc32 } from '@lodging/kernel';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { displayPrefix, formatKey, isWellFormedKey } from './api-key.ts';

const randomBytes = fc.uint8Array({ minLength: 32, maxLength: 32 });
const kinds = fc.constantFrom('secret' as const, 'publishable' as const);
const modes = fc.constantFrom('live' as const, 'test' as const);

describe('an API key', () => {
  it('starts with its kind and mode and has a fixed length', () => {
    const zeros = new Uint8Array(32);
    expect(formatKey('secret', 'live', zeros)).toMatch(/^sk_live_0{43}[0-9A-Za-z]{6}$/);
    expect(formatKey('publishable', 'test', zeros.fill(255))).toMatch(/^pk_test_[0-9A-Za-z]{49}$/);
    expect(() => formatKey('secret', 'live', new Uint8Array(31))).toThrow(RangeError);
  });

  it('is well formed when the service issued it', () => {
    fc.assert(
      fc.property(kinds, modes, randomBytes, (kind, mode, random) => {
        const key = formatKey(kind, mode, random);
        return isWellFormedKey(key) && displayPrefix(key) === key.slice(0, 12);
      }),
    );
  });

  it('is not well formed with one character changed, lost or added', () => {
    fc.assert(
      fc.property(randomBytes, fc.nat(56), fc.constantFrom('0', 'z', 'Q', '_'), (random, at, other) => {
        const key = formatKey('secret', 'live', random);
        const lost = key.slice(0, at) + key.slice(at + 1);
        const added = key.slice(0, at) + other + key.slice(at);
        const changed = key.slice(0, at) + other + key.slice(at + 1);
        return ![lost, added, changed].some((text) => text !== key && isWellFormedKey(text));
      }),
    );
  });

  it('differs where its random bytes differ', () => {
    fc.assert(
      fc.property(randomBytes, randomBytes, (one, other) => {
        const isSame = one.every((byte, index) => byte === other[index]);
        return (formatKey('secret', 'live', one) === formatKey('secret', 'live', other)) === isSame;
      }),
    );
  });

  it('carries a CRC-32 checksum', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary-ascii' }), (text) => {
        const bytes = crc32(text);
        return Buffer.from(bytes).readUInt32BE() === referenceCrc32(text);
      }),
    );
  });
});
